// Compiles the modules of wheels with the Python of the browser, so that visitors need not wait for that:
// node compile.mjs PYODIDE WAITING DONE
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [pyodide, waiting, done] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: pyodide });
python.mountNodeFS("/waiting", waiting);
python.mountNodeFS("/done", done);
python.runPython(readFileSync(fileURLToPath(new URL("compile.py", import.meta.url)), "utf8"));
process.exit(0);
