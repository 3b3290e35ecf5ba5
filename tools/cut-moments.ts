type SourceFile = { path: string; text: string }

/**
 * Files that may turn moments into days or format moments: the date functions and the code that reads moments
 * from the database. Partitions of the audit log are months in UTC.
 */
const allowedFiles = [
  'src/kernel/model/dates.ts',
  'src/kernel/server/days.ts',
  'src/kernel/server/postgres/pool.ts',
  'src/kernel/server/postgres/dump.ts',
  'migrations/0270_agency_days.sql',
]
/** Earlier migrations were published before `agencyDay` existed. */
const FIRST_MIGRATION = 'migrations/0270'

const isSource = (path: string): boolean => /^src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)

/** The names of all columns with moments, from the migrations. */
export const momentColumns = (files: readonly SourceFile[]): string[] => [
  ...new Set(
    files
      .filter(({ path }) => path.startsWith('migrations/'))
      .flatMap(({ text }) =>
        [...text.matchAll(/^\s+(?:add column )?(\w+) timestamptz/gm)].map((match) => match[1]!),
      ),
  ),
]

/** The names of all fields with moments, from entities and calls. */
const findMomentFields = (files: readonly SourceFile[]): string[] => [
  ...new Set(
    files
      .filter(({ path }) => isSource(path))
      .flatMap(({ text }) => [...text.matchAll(/\b(?!value:)(\w+): moment\(/g)].map((match) => match[1]!)),
  ),
]

function getPatterns(files: readonly SourceFile[]): { what: string; pattern: RegExp }[] {
  const fieldPattern = `(?:\\w*At|${findMomentFields(files).join('|')})`
  const columnPattern = `(?:${momentColumns(files).join('|')})`
  const cutPattern = '\\.(?:slice|substring|substr)\\(0, ?\\d+\\)'
  return [
    {
      what: 'a moment is cut',
      pattern: new RegExp(`\\b(?:${fieldPattern}|toISOString\\(\\))[!?)]*${cutPattern}`),
    },
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
        `(?<![$\\w])${columnPattern}\\)?::date\\b|\\b(?:extract\\((?:year|quarter|month|day|dow|isodow) from|date_trunc\\('\\w+',) (?:\\w\\.)?${columnPattern}\\b`,
      ),
    },
    {
      what: 'a moment is written as a day',
      pattern: new RegExp(`\\b(?:to_char\\(|dayText\\(sql\`)(?:\\w\\.)?${columnPattern}\\b`),
    },
    {
      what: 'a day is cast to a moment',
      pattern: /\b(?:\w+_on|\w*_?day|\w+_date|since|window_open)\)*::timestamptz/,
    },
  ]
}

/**
 * Lists the places that turn a moment into a day without `agencyDay`. Such places use the day in UTC, which
 * begins in the evening of the agency's day.
 */
export function findUnzonedDays(files: readonly SourceFile[]): string[] {
  const patterns = getPatterns(files)
  return files
    .filter(({ path }) => isSource(path) || (path.startsWith('migrations/') && path > FIRST_MIGRATION))
    .filter(({ path }) => !allowedFiles.includes(path))
    .flatMap(({ path, text }) =>
      patterns
        .filter(({ pattern }) => pattern.test(text))
        .map(({ what, pattern }) => `${path}: ${what}, take agencyDay: ${pattern.exec(text)?.[0]}`),
    )
}
