import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

/**
 * Matches the chunks that must work without a connection although they are loaded on demand: the screens of
 * an inspection visit and the parts around every screen. All other chunks loaded on demand stay on the
 * server.
 */
const WITHOUT_CONNECTION =
  /\/src\/(app\/(main|portal)\.tsx?|offline\/|ui\/kit\.ts|core\/platform\/search\/web\/FindAnything\.tsx|core\/people\/accounts\/web\/SignIn\.tsx|features\/compliance\/inspections\/web\/visit\/)/

type Chunk = Rolldown.OutputChunk & {
  viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> }
}

/** The files that those screens need, with everything they import. */
function getShellFiles(output: Rolldown.RolldownOutput['output']): string[] {
  const chunks = new Map(
    output.flatMap((item) => (item.type === 'chunk' ? [[item.fileName, item as Chunk] as const] : [])),
  )
  const files = new Set<string>()
  const addChunk = (name: string): void => {
    const chunk = chunks.get(name)
    if (!chunk || files.has(name)) return
    files.add(name)
    for (const file of [
      ...(chunk.viteMetadata?.importedCss ?? []),
      ...(chunk.viteMetadata?.importedAssets ?? []),
    ])
      files.add(file)
    chunk.imports.forEach(addChunk)
  }
  for (const { fileName, facadeModuleId } of chunks.values())
    if (facadeModuleId !== null && WITHOUT_CONNECTION.test(facadeModuleId.replaceAll('\\', '/')))
      addChunk(fileName)
  for (const { fileName } of output) if (/\.woff2$/.test(fileName)) files.add(fileName)
  return [...files].sort()
}

/**
 * Builds the service worker that stores the app on a device, next to the built app. See
 * src/offline/web/worker.ts.
 */
export async function buildDeviceShell(root: string, folder: string, built: unknown): Promise<void> {
  const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[]
  const page = readFileSync(join(folder, 'index.html'))
  const shell = [
    { url: '/index.html', revision: createHash('sha256').update(page).digest('hex').slice(0, 16) },
    // Files with a hash in their name never change, so they need no revision.
    ...outputs
      .flatMap(({ output }) => getShellFiles(output))
      .map((file) => ({ url: `/${file}`, revision: null })),
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
