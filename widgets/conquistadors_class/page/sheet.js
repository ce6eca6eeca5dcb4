"use strict";
at("print").addEventListener("click", () => window.print());
