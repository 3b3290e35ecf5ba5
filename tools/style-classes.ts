import { dirname, join } from 'node:path'

type SourceFile = { path: string; text: string }

const SHEET = /\.module\.css$/
const IMPORTED = /import (\w+) from '([^']+\.module\.css)'/g

/** Returns the classes that the selectors of a sheet name, without those of libraries, in `:global(…)`. */
function getClasses(sheet: string): Set<string> {
  const selectors = sheet
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/:global\([^)]*\)|url\([^)]*\)|"[^"]*"|'[^']*'/g, '')
    .replaceAll(/:[^{};]*;/g, ';')
  return new Set([...selectors.matchAll(/\.([a-z_][\w-]*)/gi)].map((match) => match[1]!))
}

const resolveSheet = (importer: string, path: string): string =>
  path.startsWith('#') ? `src/${path.slice(1)}` : join(dirname(importer), path).replaceAll('\\', '/')

/**
 * Compares screens with their style sheets and reports in one line each: a class that a screen names and its
 * sheet lacks, so that its layout is missing, and a class of a sheet that no screen names. Sheets whose
 * classes are chosen at run time (`css[kind]`) are checked only for the former.
 */
export function findUnmatchedClasses(files: readonly SourceFile[]): string[] {
  const sheets = new Map(
    files.filter(({ path }) => SHEET.test(path)).map(({ path, text }) => [path, getClasses(text)] as const),
  )
  const namedClasses = new Map<string, Set<string>>()
  const sheetsWithComputedNames = new Set<string>()
  const missing = files.flatMap(({ path, text }) =>
    [...text.matchAll(IMPORTED)].flatMap(([, name, imported]) => {
      const sheet = resolveSheet(path, imported!)
      const sheetClasses = sheets.get(sheet)
      if (!sheetClasses) return []
      const namesInScreen = [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(
        (match) => match[1]!,
      )
      for (const className of namesInScreen)
        namedClasses.set(sheet, (namedClasses.get(sheet) ?? new Set()).add(className))
      if (new RegExp(`\\b${name}(\\[|\\s*[,)}])`).test(text)) sheetsWithComputedNames.add(sheet)
      const missingNames = new Set(
        namesInScreen.filter((text) => !sheetClasses.has(text) && text !== 'module'),
      )
      return [...missingNames].map((text) => `${path}: ${sheet} has no class ${text}`)
    }),
  )
  const unused = [...sheets].flatMap(([sheet, known]) =>
    sheetsWithComputedNames.has(sheet)
      ? []
      : [...known]
          .filter((text) => !namedClasses.get(sheet)?.has(text))
          .map((text) => `${sheet}: no screen names its class ${text}`),
  )
  return [...missing, ...unused]
}
