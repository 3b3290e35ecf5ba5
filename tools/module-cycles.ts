/** A file as dependency-cruiser lists it, with the files it imports. */
export type CruisedFile = { source: string; dependencies: { resolved: string; typeOnly?: boolean }[] }

const PLACE = /^src\/(?:core|features)\/[^/]+\/([^/]+)\/(model|server|web)\//

/**
 * Finds cycles of modules, separately for model, server and web. dependency-cruiser finds cycles of files
 * only, and two modules can depend on each other through files that do not. Type imports count, because a
 * module that needs another's types cannot be understood without it.
 */
export function findModuleCycles(cruised: readonly CruisedFile[]): string[] {
  return ['model', 'server', 'web'].flatMap((side) => {
    const edges = new Map<string, Set<string>>()
    for (const { source, dependencies } of cruised) {
      const from = PLACE.exec(source)
      if (!from || from[2] !== side || /\.test\.tsx?$/.test(source)) continue
      for (const { resolved } of dependencies) {
        const to = PLACE.exec(resolved)
        if (to?.[2] !== side || to[1] === from[1]) continue
        edges.set(from[1]!, (edges.get(from[1]!) ?? new Set()).add(to[1]!))
      }
    }
    return findCycles(edges).map((circle) => `module circle (${side}): ${circle.join(' → ')}`)
  })
}

/** Finds one cycle for each edge that closes one during a depth-first search from every module. */
function findCycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const matches: string[][] = []
  const visited = new Set<string>()
  const walk = (name: string, way: readonly string[]) => {
    if (way.includes(name)) {
      matches.push([...way.slice(way.indexOf(name)), name])
      return
    }
    if (visited.has(name)) return
    for (const next of edges.get(name) ?? []) walk(next, [...way, name])
    visited.add(name)
  }
  for (const name of edges.keys()) walk(name, [])
  return matches
}

/** A source file with its path and text. */
type SourceFile = { path: string; text: string }

/**
 * Finds screens, or parts of screens, that a manifest loads on demand but that `web` manifests also import
 * directly, which would load them at start, or that `web/index.ts` exports, which would make them part of
 * another module's screen.
 */
export function findSharedScreens(files: readonly SourceFile[]): string[] {
  const web = files.filter(({ path }) =>
    /^src\/(core|features)\/[^/]+\/[^/]+\/web\/(screens|module|index)\.ts$/.test(path),
  )
  const loaded = web
    .filter(({ path }) => !path.endsWith('/index.ts'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/import\('\.\/([^']+)'\)/g)].map(([, name]) => path.replace(/[^/]+$/, name!)),
    )
  return loaded.flatMap((screen) => {
    const pattern = new RegExp(
      `from '[^']*/${screen.slice(screen.lastIndexOf('/') + 1).replace('.', '[.]')}'`,
    )
    const folder = screen.slice(0, screen.lastIndexOf('/') + 1)
    return web
      .filter(({ path, text }) => path.startsWith(folder) && pattern.test(text))
      .map(({ path }) => `${path} imports ${screen}, which its module’s manifest loads when it is needed`)
  })
}
