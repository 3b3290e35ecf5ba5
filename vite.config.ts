import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' }
import { defineConfig, type Plugin } from 'vite'

/**
 * What PDF.js fetches as it reads a document: character maps, fonts that a file leaves out, and decoders of
 * scans, those in JavaScript, because the content policy allows no WebAssembly. Their address changes with
 * their version.
 */
function pdfFiles(): Plugin {
  const base = `assets/pdfjs-${pdfjs.version}`
  const from = join(import.meta.dirname, 'node_modules', 'pdfjs-dist')
  const files = ['cmaps', 'standard_fonts', 'wasm'].flatMap((folder) =>
    readdirSync(join(from, folder))
      .filter((name) => folder !== 'wasm' || /^LICENSE|_nowasm_fallback\.js$/.test(name))
      .map((name) => join(folder, name)),
  )
  return {
    name: 'pdf-files',
    generateBundle() {
      for (const file of files)
        this.emitFile({ type: 'asset', fileName: `${base}/${file}`, source: readFileSync(join(from, file)) })
    },
    configureServer(server) {
      server.middlewares.use(`/${base}`, (request, response, next) => {
        const file = files.find((name) => `/${name}` === request.url)
        if (!file) return next()
        response.setHeader(
          'content-type',
          file.endsWith('.js') ? 'text/javascript' : 'application/octet-stream',
        )
        response.end(readFileSync(join(from, file)))
      })
    },
  }
}

const classNames = new Map<string, string>()
/** Returns a short class name, because style sheets and scripts of every screen have them. */
function nameClass(name: string, file: string): string {
  const key = `${file} ${name}`
  if (!classNames.has(key)) classNames.set(key, `_${classNames.size.toString(36)}`)
  return classNames.get(key)!
}

export default defineConfig({
  plugins: [react(), pdfFiles()],
  css: { modules: { generateScopedName: nameClass } },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // Older targets make Lightning CSS rewrite light-dark() into variables that nobody defines.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      // Outside of src/app nothing does anything by being loaded, the style sheets apart: who imports one
      // thing of a door
      // is not made to fetch all that stands behind it.
      treeshake: {
        moduleSideEffects: [{ test: /\/src\/(?!app\/|ui\/styles\.ts).+\.tsx?$/, sideEffects: false }],
      },
    },
  },
})
