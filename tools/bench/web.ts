import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { compressWeb } from '../compress-web.ts'
import { FIRST_LOAD_KB, SCREEN_KB } from './budgets.ts'
import { amountLine, type Line } from './result.ts'

/** The modules fetched after the first load: the rest of the portal, and the code that screens share. */
const PORTAL_CHUNK = 'src/app/portal.ts'
const SHARED_CHUNKS = ['src/ui/kit.ts', 'src/app/recordKit.ts']
/** Matches the names of chunks that may be larger: PDF, maps, rich text. */
const heavyChunkNames = /pdf|letter|map|richtext|tiptap/i

type Chunk = {
  file: string
  name?: string
  isEntry?: boolean
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
}
type Manifest = Record<string, Chunk>

/** The web app as built for the benchmark, with Vite's manifest of its chunks. */
export type BuiltWeb = { folder: string; manifest: Manifest; remove: () => Promise<void> }

/** Builds the web app from the current sources. */
export async function buildWeb(root: string): Promise<BuiltWeb> {
  const folder = await mkdtemp(join(tmpdir(), 'rooftree-bench-web-'))
  await build({
    root,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, manifest: 'manifest.json' },
  })
  compressWeb(folder)
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  return { folder, manifest, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Returns the files that a chunk needs at once: its code, its styles, and those of its static imports. */
function getFiles(manifest: Manifest, key: string, visited = new Set<string>()): Set<string> {
  if (visited.has(key)) return new Set()
  visited.add(key)
  const chunk = manifest[key]!
  const inner = (chunk.imports ?? []).flatMap((text) => [...getFiles(manifest, text, visited)])
  return new Set([chunk.file, ...(chunk.css ?? []), ...inner])
}

/**
 * Returns the bytes of an answer's body on the wire with gzip, which the budget counts. Browsers get Brotli,
 * which is smaller.
 */
function loadTransferSize(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(
      { host: '127.0.0.1', port, path, headers: { 'accept-encoding': 'gzip' } },
      (response) => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        response.on('end', () =>
          response.statusCode === 200
            ? resolve(bytes)
            : reject(new Error(`${path} answered ${response.statusCode}`)),
        )
      },
    )
    request.on('error', reject)
  })
}

/**
 * Measures the sizes of the first load, of the largest screen beyond it, and of the parts that may be large.
 */
export async function measureSizes({ manifest }: BuiltWeb, port: number): Promise<Line[]> {
  const entry = Object.keys(manifest).find((key) => manifest[key]!.isEntry)!
  const first = getFiles(manifest, entry)
  const portal = [...getFiles(manifest, PORTAL_CHUNK)].filter((file) => !first.has(file))
  const kits = new Set(SHARED_CHUNKS.flatMap((key) => [...getFiles(manifest, key)]))
  const kit = [...kits].filter((file) => !first.has(file) && !portal.includes(file))
  const shared = new Set([...first, ...portal, ...kit])
  const kilobytes = async (files: Iterable<string>): Promise<number> => {
    let bytes = 0
    for (const file of files) bytes += await loadTransferSize(port, `/${file}`)
    return bytes / 1024
  }
  const beyond = async (keys: readonly string[]) => {
    const parts = keys.map(async (key) => {
      const files = [...getFiles(manifest, key)].filter((file) => !shared.has(file))
      return {
        name: manifest[key]!.name ?? key,
        ownKb: await kilobytes([manifest[key]!.file]),
        totalKb: await kilobytes(files),
      }
    })
    return (await Promise.all(parts)).sort((a, b) => b.totalKb - a.totalKb)
  }
  const screenKeys = [entry, PORTAL_CHUNK]
    .flatMap((key) => manifest[key]!.dynamicImports ?? [])
    .filter((key) => key !== PORTAL_CHUNK && !SHARED_CHUNKS.includes(key))
  const lazyKeys = Object.values(manifest).flatMap((chunk) => chunk.dynamicImports ?? [])
  const screens = (await beyond(screenKeys)).filter(({ name }) => !heavyChunkNames.test(name))
  const apart = await beyond([...new Set(lazyKeys)].filter((key) => !screenKeys.includes(key)))
  const sizes = {
    first: await kilobytes(['', ...first]),
    portal: await kilobytes(portal),
    kit: await kilobytes(kit),
  }
  return getLines(sizes, screens, apart)
}

type Part = { name: string; ownKb: number; totalKb: number }

const describeParts = (parts: readonly Part[]): string =>
  parts
    .map(({ name, totalKb, ownKb }) => `${name} ${totalKb.toFixed(0)} KB (its own code ${ownKb.toFixed(0)})`)
    .join(', ')

function getLines(
  sizes: { first: number; portal: number; kit: number },
  screens: readonly Part[],
  apart: readonly Part[],
): Line[] {
  return [
    amountLine(
      'first load',
      FIRST_LOAD_KB,
      sizes.first,
      'KB',
      'page, script and style before the sign-in screen, compressed as the server sends them',
    ),
    amountLine(
      'routes, navigation and frame, fetched while somebody signs in',
      null,
      sizes.portal,
      'KB',
      'what every screen with a session needs',
    ),
    amountLine(
      'lists, forms, dialogs, the frame of records and the worksheet, fetched while the first screen is read',
      null,
      sizes.kit,
      'KB',
      'what screens share',
    ),
    amountLine(
      'largest later screen',
      SCREEN_KB,
      screens[0]?.totalKb ?? 0,
      'KB',
      `all it needs beyond the first load, the frame and what screens share: ${describeParts(screens.slice(0, 3))}; ${screens.length} screens`,
    ),
    amountLine(
      'largest part that is fetched only where it is used',
      null,
      apart[0]?.totalKb ?? 0,
      'KB',
      describeParts(apart.slice(0, 3)),
    ),
  ]
}
