import { isRecord, LINE_KEY } from './lenient.ts'

/** One value to set, by path (`items.2.id`). */
export interface Change {
  path: string
  value: unknown
}

type Line = Record<string, unknown>

/** Whether two values are the same in content; files and other objects only when they are the same object. */
export function same(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, index) => same(value, other[index]))
  }
  if (!isRecord(one) || !isRecord(other)) return false
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => same(one[name], other[name]))
}

/** What tells a line from its neighbours: the key it got in the browser, else its id. */
function identityOf(line: unknown): string | undefined {
  if (!isRecord(line)) return undefined
  const key = line[LINE_KEY]
  if (typeof key === 'string') return key
  return typeof line.id === 'number' && line.id > 0 ? `id ${line.id}` : undefined
}

const areLines = (value: unknown): value is Line[] =>
  Array.isArray(value) && value.every((line) => identityOf(line) !== undefined)

/**
 * The server's line for a line that was sent: by id; for a line that was new, the line at the same place, provided
 * nobody else's id stands there (the server answers lines in the order they were sent).
 */
function answerTo(sent: Line, index: number, sentIds: ReadonlySet<unknown>, theirs: readonly Line[]): Line | undefined {
  if (typeof sent.id === 'number' && sent.id > 0) return theirs.find((line) => line.id === sent.id)
  const candidate = theirs[index]
  return candidate && !sentIds.has(candidate.id) ? candidate : undefined
}

function mergeLines(base: readonly Line[], mine: readonly Line[], theirs: readonly Line[]): Line[] {
  const sentIds = new Set(base.map((line) => line.id).filter((id) => typeof id === 'number' && id > 0))
  const known = new Map(base.map((line, index) => [identityOf(line), { line, index }]))
  const answered = new Set<Line>()
  for (const { line, index } of known.values()) {
    const answer = answerTo(line, index, sentIds, theirs)
    if (answer) answered.add(answer)
  }
  const kept = mine.flatMap((line) => {
    const before = known.get(identityOf(line))
    if (!before) return [line]
    const answer = answerTo(before.line, before.index, sentIds, theirs)
    if (answer) return [mergeFields(before.line, line, answer)]
    // Removed on the server: it goes, unless it was changed here since.
    return same(line, before.line) ? [] : [line]
  })
  return [...kept, ...theirs.filter((line) => !answered.has(line))]
}

function mergeFields(base: Line, mine: Line, theirs: Line): Line {
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)])
  return Object.fromEntries(
    [...names].flatMap((name) => {
      if (!(name in theirs)) return [[name, mine[name]]]
      return [[name, merge(base[name], mine[name], theirs[name])]]
    }),
  )
}

/**
 * Brings a newer version from the server together with what was typed since: what was not changed here follows the
 * server, what was changed here stays. Lines of lists are matched by identity, so an id given by the server reaches its
 * line even when lines were added or removed meanwhile.
 * @param base what both sides started from (what was sent, or what was loaded)
 */
export function merge(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (areLines(base) && areLines(mine) && Array.isArray(theirs) && theirs.every(isRecord)) {
    return mergeLines(base, mine, theirs)
  }
  if (isRecord(base) && isRecord(mine) && isRecord(theirs)) return mergeFields(base, mine, theirs)
  return same(mine, base) ? theirs : mine
}

/**
 * The fewest changes that turn `from` into `to`. A list of other length or other lines is changed as a whole;
 * otherwise field by field, so that inputs keep their focus.
 */
export function changesBetween(from: unknown, to: unknown, path = ''): Change[] {
  if (same(from, to)) return []
  const step = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`)
  if (isRecord(from) && isRecord(to)) {
    const names = new Set([...Object.keys(from), ...Object.keys(to)])
    return [...names].flatMap((name) => changesBetween(from[name], to[name], step(name)))
  }
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length && alike(from, to)) {
    return from.flatMap((value, index) => changesBetween(value, to[index], step(index)))
  }
  return [{ path, value: to }]
}

/** Whether the same lines stand at the same places (a line that just got its id is the same line). */
function alike(from: readonly unknown[], to: readonly unknown[]): boolean {
  return from.every((line, index) => {
    const [one, other] = [identityOf(line), identityOf(to[index])]
    return isRecord(line) && isRecord(to[index]) && (one === undefined || one === other)
  })
}
