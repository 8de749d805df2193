// For `"jsxImportSource": "@plinth/console/kit"`.
export { Fragment, jsx, jsxDEV, jsxs, type JSX } from 'preact/jsx-runtime'
