#!/usr/bin/env node
// Healthy: /api/health answers 200 on the port that is set. Arguments: the setting that holds the port, and its default.
const { readFileSync } = require('node:fs');

const [setting, standard] = process.argv.slice(2);
const { SWITCHYARD_CONFIG: file } = process.env;
const line = new RegExp(`^[^#]*\\b${setting}["']?\\s*:\\s*["']?(\\d+)`, 'm');
const port = process.env[setting] || (file && line.exec(readFileSync(file, 'utf8'))?.[1]) || standard;

fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(4000) }).then(
  (answer) => process.exit(answer.ok ? 0 : 1),
  () => process.exit(1),
);
