type SourceFile = { path: string; text: string }

/**
 * Where days are made of moments, and where the driver puts moments into shape before anybody reads them.
 * Partitions of the audit log hold months of UTC.
 */
const makers = [
  'src/kernel/model/dates.ts',
  'src/kernel/server/days.ts',
  'src/postgres/pool.ts',
  'src/postgres/dump.ts',
  'migrations/0270_agency_days.sql',
]
/** Migrations before it were published before days were made in one place. */
const FIRST_MIGRATION = 'migrations/0270'

const isSource = (path: string): boolean => /^src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)

/** The columns of moments, as migrations declare them. */
export const momentColumns = (files: readonly SourceFile[]): string[] => [
  ...new Set(
    files
      .filter(({ path }) => path.startsWith('migrations/'))
      .flatMap(({ text }) =>
        [...text.matchAll(/^\s+(?:add column )?(\w+) timestamptz/gm)].map((match) => match[1]!),
      ),
  ),
]

/** The fields of moments, as entities and calls declare them. */
const momentFields = (files: readonly SourceFile[]): string[] => [
  ...new Set(
    files
      .filter(({ path }) => isSource(path))
      .flatMap(({ text }) => [...text.matchAll(/\b(?!value:)(\w+): moment\(/g)].map((match) => match[1]!)),
  ),
]

function getPatterns(files: readonly SourceFile[]): { what: string; pattern: RegExp }[] {
  const field = `(?:\\w*At|${momentFields(files).join('|')})`
  const column = `(?:${momentColumns(files).join('|')})`
  const cut = '\\.(?:slice|substring|substr)\\(0, ?\\d+\\)'
  return [
    { what: 'a moment is cut', pattern: new RegExp(`\\b(?:${field}|toISOString\\(\\))[!?)]*${cut}`) },
    { what: 'a text is cut to a day', pattern: /\.(?:slice|substring|substr)\(0, ?10\)/ },
    { what: 'a clock of no zone is read', pattern: /\.get(?:FullYear|Month|Date|Day|Hours)\(\)/ },
    { what: 'a clock of no zone is shown', pattern: /\.toLocale(?:Date|Time)String\((?![^)]*timeZone)/ },
    {
      what: 'the day of the database is taken',
      pattern: /\b(?:current_date|localtimestamp)\b|\bnow\(\)::date/i,
    },
    { what: 'a zone is named', pattern: /\bat time zone\b/i },
    {
      what: 'a moment is cast to a day',
      pattern: new RegExp(
        `(?<![$\\w])${column}\\)?::date\\b|\\b(?:extract\\((?:year|quarter|month|day|dow|isodow) from|date_trunc\\('\\w+',) (?:\\w\\.)?${column}\\b`,
      ),
    },
    {
      what: 'a moment is written as a day',
      pattern: new RegExp(`\\b(?:to_char\\(|dayText\\(sql\`)(?:\\w\\.)?${column}\\b`),
    },
    {
      what: 'a day is cast to a moment',
      pattern: /\b(?:\w+_on|\w*_?day|\w+_date|since|window_open)\)*::timestamptz/,
    },
  ]
}

/**
 * A day is made of a moment by `agencyDay` alone, in a program, a statement or a migration: whatever else
 * makes one takes the day of UTC, which begins in the evening of the agency's.
 */
export function cutMoments(files: readonly SourceFile[]): string[] {
  const patterns = getPatterns(files)
  return files
    .filter(({ path }) => isSource(path) || (path.startsWith('migrations/') && path > FIRST_MIGRATION))
    .filter(({ path }) => !makers.includes(path))
    .flatMap(({ path, text }) =>
      patterns
        .filter(({ pattern }) => pattern.test(text))
        .map(({ what, pattern }) => `${path}: ${what}, take agencyDay: ${pattern.exec(text)?.[0]}`),
    )
}
