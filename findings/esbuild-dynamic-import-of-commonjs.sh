#!/usr/bin/env bash
# esbuild 0.28.2: in a bundle, `await import('undici')` of a CommonJS package has the member `default` only, while the same line has all
# its names in Node 24, which finds them in the source of the package. So `const { Agent } = await import('undici')` is undefined once it
# has been bundled, without a warning and without an error of types; a static `import { Agent } from 'undici'` works in both.
# `(await import('undici')).default.Agent` works in both, too.
# Seen: Node prints "function function"; the bundle with a dynamic import prints "undefined function".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund undici@7.30.2 esbuild@0.28.2 node@24.21.0 >/dev/null
cat >run.mjs <<'JS'
const undici = await import('undici')
console.log(typeof undici.Agent, typeof undici.default.Agent)
process.exit()
JS
node=node_modules/.bin/node
banner="import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)"
node_modules/.bin/esbuild run.mjs --bundle --platform=node --format=esm --splitting --outdir=out --out-extension:.js=.mjs \
  --banner:js="$banner" --log-level=warning
plain=$($node run.mjs)
bundled=$($node out/run.mjs)
echo "Node: $plain; bundle: $bundled"
[ "$plain" = 'function function' ]
[ "$bundled" = 'undefined function' ]
