/** Modules as dependency-cruiser lists them: each file with the files it imports. */
export type Cruised = { source: string; dependencies: { resolved: string; typeOnly?: boolean }[] }

const PLACE = /^src\/(?:(?:ground|modules)\/[^/]+|reports)\/([^/]+)\/(model|server|web)\//

/**
 * Circles of modules, side by side: dependency-cruiser finds those of files, and two modules can lean on each
 * other through files that do not. Types count: a module that needs the other's types cannot be understood
 * without it.
 */
export function moduleCycles(cruised: readonly Cruised[]): string[] {
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
    return circlesIn(edges).map((circle) => `module circle (${side}): ${circle.join(' → ')}`)
  })
}

/** One circle for each arrow that closes one on the way down from every module. */
function circlesIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const matches: string[][] = []
  const done = new Set<string>()
  const walk = (name: string, way: readonly string[]) => {
    if (way.includes(name)) {
      matches.push([...way.slice(way.indexOf(name)), name])
      return
    }
    if (done.has(name)) return
    for (const next of edges.get(name) ?? []) walk(next, [...way, name])
    done.add(name)
  }
  for (const name of edges.keys()) walk(name, [])
  return matches
}

/** A file as it stands in the project. */
type SourceFile = { path: string; text: string }

/**
 * What a manifest loads (a screen, a part of one) is neither imported beside it, which would bring it into
 * what everybody fetches, nor shown to other modules by `web/index.ts`, which would make one module's screen
 * a part of another's.
 */
export function sharedScreens(files: readonly SourceFile[]): string[] {
  const web = files.filter(({ path }) =>
    /^src\/(ground|modules)\/[^/]+\/[^/]+\/web\/(screens|module|index)\.ts$/.test(path),
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
