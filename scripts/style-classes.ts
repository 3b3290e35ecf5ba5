import { dirname, join } from 'node:path'

type SourceFile = { path: string; text: string }

const SHEET = /\.module\.css$/
const IMPORTED = /import (\w+) from '([^']+\.module\.css)'/g

/** The classes that the selectors of a sheet name; those of libraries, in `:global(…)`, are not its own. */
function getClasses(sheet: string): Set<string> {
  const selectors = sheet
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/:global\([^)]*\)|url\([^)]*\)|"[^"]*"|'[^']*'/g, '')
    .replaceAll(/:[^{};]*;/g, ';')
  return new Set([...selectors.matchAll(/\.([a-z_][\w-]*)/gi)].map((match) => match[1]!))
}

const sheetAt = (importer: string, path: string): string =>
  path.startsWith('#') ? `src/${path.slice(1)}` : join(dirname(importer), path).replaceAll('\\', '/')

/**
 * What screens and their sheets do not agree on, one line each: a class that a screen names and its sheet
 * does not have, so that what should be laid out is not, and a class of a sheet that no screen names. Sheets
 * whose classes are chosen while the program runs (`css[kind]`) are looked at for the former alone.
 */
export function strayClasses(files: readonly SourceFile[]): string[] {
  const sheets = new Map(
    files.filter(({ path }) => SHEET.test(path)).map(({ path, text }) => [path, getClasses(text)] as const),
  )
  const named = new Map<string, Set<string>>()
  const selected = new Set<string>()
  const missing = files.flatMap(({ path, text }) =>
    [...text.matchAll(IMPORTED)].flatMap(([, name, imported]) => {
      const sheet = sheetAt(path, imported!)
      const known = sheets.get(sheet)
      if (!known) return []
      const here = [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map((match) => match[1]!)
      for (const one of here) named.set(sheet, (named.get(sheet) ?? new Set()).add(one))
      if (new RegExp(`\\b${name}(\\[|\\s*[,)}])`).test(text)) selected.add(sheet)
      const strange = new Set(here.filter((text) => !known.has(text) && text !== 'module'))
      return [...strange].map((text) => `${path}: ${sheet} has no class ${text}`)
    }),
  )
  const unused = [...sheets].flatMap(([sheet, known]) =>
    selected.has(sheet)
      ? []
      : [...known]
          .filter((text) => !named.get(sheet)?.has(text))
          .map((text) => `${sheet}: no screen names its class ${text}`),
  )
  return [...missing, ...unused]
}
