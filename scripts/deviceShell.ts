import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

/**
 * What is fetched by itself and works without connection: the screens of a visit and what stands around every
 * screen. Whatever else is fetched when it is needed stays with the server.
 */
const WITHOUT_CONNECTION =
  /\/src\/(app\/(main|portal)\.tsx?|offline\/|ui\/kit\.ts|ground\/platform\/search\/web\/FindAnything\.tsx|ground\/people\/accounts\/web\/SignIn\.tsx|modules\/compliance\/inspections\/web\/visit\/)/

type Chunk = Rolldown.OutputChunk & {
  viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> }
}

/** The files that those screens need, with all they import. */
function getFiles(output: Rolldown.RolldownOutput['output']): string[] {
  const chunks = new Map(
    output.flatMap((item) => (item.type === 'chunk' ? [[item.fileName, item as Chunk] as const] : [])),
  )
  const found = new Set<string>()
  const take = (name: string): void => {
    const chunk = chunks.get(name)
    if (!chunk || found.has(name)) return
    found.add(name)
    for (const file of [
      ...(chunk.viteMetadata?.importedCss ?? []),
      ...(chunk.viteMetadata?.importedAssets ?? []),
    ])
      found.add(file)
    chunk.imports.forEach(take)
  }
  for (const { fileName, facadeModuleId } of chunks.values())
    if (facadeModuleId !== null && WITHOUT_CONNECTION.test(facadeModuleId.replaceAll('\\', '/')))
      take(fileName)
  for (const { fileName } of output) if (/\.woff2$/.test(fileName)) found.add(fileName)
  return [...found].sort()
}

/**
 * Builds the worker that keeps the app on a device, beside the app that was built; see
 * src/offline/web/worker.ts.
 */
export async function buildDeviceShell(root: string, folder: string, built: unknown): Promise<void> {
  const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[]
  const page = readFileSync(join(folder, 'index.html'))
  const shell = [
    { url: '/index.html', revision: createHash('sha256').update(page).digest('hex').slice(0, 16) },
    // Files with a hash in their name never change.
    ...outputs.flatMap(({ output }) => getFiles(output)).map((file) => ({ url: `/${file}`, revision: null })),
  ]
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { SHELL: JSON.stringify(shell), 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: join(root, 'src', 'offline', 'web', 'worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}
