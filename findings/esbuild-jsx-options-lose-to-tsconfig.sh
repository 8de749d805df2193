#!/usr/bin/env bash
# esbuild 0.28.2: options of the call (`jsxImportSource`, `jsxFactory`) do not override what the `tsconfig.json` nearest to a file says,
# without a warning. A build that bundles sources of another package, whose tsconfig names another runtime for JSX, ends up with a
# second runtime in the bundle. `tsconfigRaw` overrides the file.
# Seen: with a tsconfig.json that names `preact`, `--jsx-import-source=react` imports `preact/jsx-runtime`; without the file, and with
# `--tsconfig-raw={}`, `react/jsx-runtime`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund esbuild@0.28.2 >/dev/null
mkdir with without
echo 'export const one = <p />' | tee with/one.jsx >without/one.jsx
echo '{ "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "preact" } }' >with/tsconfig.json
build() { npx esbuild --jsx=automatic --jsx-import-source=react "$@" | grep -o '"[a-z]*/jsx-runtime"'; }
seen="$(build with/one.jsx) $(build without/one.jsx) $(build '--tsconfig-raw={}' with/one.jsx)"
echo "$seen"
[ "$seen" = '"preact/jsx-runtime" "react/jsx-runtime" "react/jsx-runtime"' ]
