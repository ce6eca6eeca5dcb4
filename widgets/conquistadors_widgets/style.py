"""The look of the kit: ink, paper and sea, in the light and the dark theme of JupyterLab."""

CSS = """
.cq-table { --cq-ink: #2e2a25; --cq-paper: #fbf7ee; --cq-line: #d8cdb8; --cq-soft: #6d6457; --cq-accent: #8a4b1d;
  --cq-water: #dceaf0; --cq-land: #e3d3ab; --cq-card: #fffdf7; --cq-back: #b9a27a;
  --cq-red: #b23a2b; --cq-blue: #2b63a8; --cq-green: #2f7d54; --cq-gold: #b07d12;
  color: var(--cq-ink); background: var(--cq-paper); border: 1px solid var(--cq-line); border-radius: 8px;
  padding: 10px 14px 12px; max-width: 860px; font-size: 14px; }
body[data-jp-theme-light="false"] .cq-table { --cq-ink: #e9e2d4; --cq-paper: #26231f; --cq-line: #4a443a;
  --cq-soft: #b0a694; --cq-accent: #e0a36b; --cq-water: #1f3946; --cq-land: #55492f; --cq-card: #3a352d;
  --cq-back: #6d5c3e; --cq-red: #e0705f; --cq-blue: #6ea6e8; --cq-green: #64b88a; --cq-gold: #d9ac4a; }
.cq-table .widget-html, .cq-table .widget-html-content { color: inherit; height: auto; line-height: 1.45; }
.cq-table .widget-html { margin: 2px 0; }
.cq-table .cq-bar { align-items: center; }
.cq-table .cq-bar .widget-html { flex: 1 1 auto; }
.cq-table h3 { margin: 0; font: 600 17px Georgia, "Times New Roman", serif; letter-spacing: .02em; }
.cq-table .cq-prompt { font: 600 16px Georgia, "Times New Roman", serif; margin: 6px 0 2px; }
.cq-table .cq-message { color: var(--cq-accent); min-height: 1.45em; }
.cq-table .cq-answers { flex-flow: row wrap; gap: 6px; padding: 2px 0 4px; }
.cq-table .cq-answers button, .cq-table .cq-bar button { width: auto; height: 32px; line-height: 30px; margin: 0;
  padding: 0 14px; border: 1px solid var(--cq-line); border-radius: 6px; background: var(--cq-card);
  color: var(--cq-ink); box-shadow: none; }
.cq-table .cq-bar button { padding: 0 10px; height: 28px; line-height: 26px; margin-left: 6px; }
.cq-table .cq-answers button.cq-allowed { border-color: var(--cq-accent); color: var(--cq-accent); font-weight: 600; }
.cq-table .cq-answers button.cq-allowed:hover { background: var(--cq-accent); color: var(--cq-paper); }
.cq-table .cq-answers button.cq-refused { color: var(--cq-soft); border-style: dashed; background: none; }
.cq-table button:focus-visible { outline: 2px solid var(--cq-accent); outline-offset: 1px; }
.cq-table .cq-bar button[disabled] { opacity: .45; }
.cq-table .cq-bar select { background: var(--cq-card); color: var(--cq-ink); border: 1px solid var(--cq-line);
  border-radius: 6px; height: 28px; }
.cq-table .cq-bar .widget-dropdown { width: auto; height: 28px; margin-left: 6px; }
.cq-table .cq-board svg { width: 100%; height: auto; display: block; }
.cq-water { fill: var(--cq-water); }
.cq-land { fill: var(--cq-land); stroke: var(--cq-line); }
.cq-tick { stroke: var(--cq-soft); stroke-opacity: .3; stroke-dasharray: 2 4; }
.cq-league { fill: var(--cq-soft); font: 11px sans-serif; text-anchor: middle; }
.cq-wake { stroke: currentColor; stroke-width: 2; stroke-opacity: .35; stroke-dasharray: 6 5; }
.cq-hull { fill: currentColor; }
.cq-sail { fill: var(--cq-card); stroke: currentColor; stroke-width: 1.5; }
.cq-active .cq-sail { fill: currentColor; fill-opacity: .35; }
.cq-initial { fill: var(--cq-paper); font: 700 10px sans-serif; text-anchor: middle; }
.cq-red { color: var(--cq-red); } .cq-blue { color: var(--cq-blue); }
.cq-green { color: var(--cq-green); } .cq-gold { color: var(--cq-gold); }
.cq-table table.cq-hands { border-collapse: collapse; margin: 6px 0 0; font-size: 14px; }
.cq-table table.cq-hands tr, .cq-table table.cq-hands tr:hover { background: none; }
.cq-table table.cq-hands th { text-align: left; padding: 3px 14px 3px 0; font-weight: 600; background: none; }
.cq-table table.cq-hands td { text-align: left; padding: 3px 0; color: var(--cq-ink); }
.cq-table table.cq-hands th i { display: inline-block; width: 10px; height: 10px; border-radius: 50%;
  background: currentColor; margin-right: 7px; }
.cq-card { display: inline-block; border: 1px solid var(--cq-line); border-radius: 4px; background: var(--cq-card);
  padding: 1px 9px; margin-right: 5px; }
.cq-back { width: 16px; height: 20px; padding: 0; vertical-align: middle; background: repeating-linear-gradient(
  45deg, var(--cq-back) 0 3px, var(--cq-card) 3px 5px); }
.cq-table small { color: var(--cq-soft); }
.cq-table pre.cq-position { margin: 4px 0; white-space: pre-wrap; word-break: normal; font-size: 12px;
  line-height: 1.45; }
.cq-table ol.cq-story { margin: 4px 0 0; padding: 6px 8px 6px 40px; max-height: 170px; overflow-y: auto;
  border-top: 1px solid var(--cq-line); font-size: 13px; display: flex; flex-direction: column-reverse; }
.cq-table ol.cq-story li::marker { color: var(--cq-soft); }
.cq-table ol.cq-story li:first-child { font-weight: 600; }
"""
