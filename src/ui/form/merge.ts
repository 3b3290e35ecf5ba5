import type { z } from 'zod'
import { isRecord } from './lenient.ts'
import { type LineNames, lineNames } from './lineNames.ts'
import { reviveLine } from './lines.ts'
import { getChildren } from './metadata.ts'

/** One value to set, by path (`items.2.id`). */
export interface Change {
  path: string
  value: unknown
}

type Line = Record<string, unknown>
type Schema = z.core.$ZodType | undefined

/** Whether two values have the same content. Files and other special objects must be the same object. */
export function same(item: unknown, other: unknown): boolean {
  if (Object.is(item, other)) return true
  if (Array.isArray(item) && Array.isArray(other)) {
    return item.length === other.length && item.every((value, index) => same(value, other[index]))
  }
  if (!isRecord(item) || !isRecord(other)) return false
  const names = new Set([...Object.keys(item), ...Object.keys(other)])
  return [...names].every((name) => same(item[name], other[name]))
}

/** Returns the identity of a line: its key from the browser, otherwise its id. */
function getIdentity(line: unknown, names: LineNames): string | undefined {
  if (!isRecord(line)) return undefined
  const key = line[names.key]
  if (typeof key === 'string' && key !== '') return key
  const id = line[names.id]
  return isStored(id) ? `id ${id}` : undefined
}

const isStored = (id: unknown): id is number => typeof id === 'number' && id > 0

const areLines = (value: unknown, names: LineNames): value is Line[] =>
  Array.isArray(value) && value.every((line) => getIdentity(line, names) !== undefined)

/**
 * Returns the server's line for a line that was sent, by its id or its key. For a new line it is the line at
 * the same position, unless that has the id of another line, because the server returns lines in the order in
 * which they were sent.
 */
function findServerLine(
  payload: Line,
  index: number,
  sentIds: ReadonlySet<unknown>,
  theirs: readonly Line[],
  { id, key }: LineNames,
): Line | undefined {
  if (isStored(payload[id])) return theirs.find((line) => line[id] === payload[id])
  const byKey = theirs.find((line) => typeof line[key] === 'string' && line[key] === payload[key])
  if (byKey) return byKey
  const candidate = theirs[index]
  return candidate && !sentIds.has(candidate[id]) ? candidate : undefined
}

function mergeLines(
  base: readonly Line[],
  mine: readonly Line[],
  theirs: readonly Line[],
  schema: Schema,
): Line[] {
  const names = lineNames(schema)
  const sentIds = new Set(base.map((line) => line[names.id]).filter(isStored))
  const baseByIdentity = new Map(base.map((line, index) => [getIdentity(line, names), { line, index }]))
  const matchedAnswers = new Set<Line>()
  for (const { line, index } of baseByIdentity.values()) {
    const answer = findServerLine(line, index, sentIds, theirs, names)
    if (answer) matchedAnswers.add(answer)
  }
  const merged = mine.flatMap((line) => {
    const before = baseByIdentity.get(getIdentity(line, names))
    if (!before) return [mergeAddedLine(line, theirs, matchedAnswers, names)]
    const answer = findServerLine(before.line, before.index, sentIds, theirs, names)
    if (answer) return [mergeFields(before.line, line, answer, schema)]
    // A line removed on the server is removed here, unless it was changed here since.
    return same(line, before.line) ? [] : [isStored(line[names.id]) ? reviveLine(line, names) : line]
  })
  return [...merged, ...theirs.filter((line) => !matchedAnswers.has(line))]
}

/**
 * Returns a line that the last common version did not have, because it is new or was restored. If the server
 * has stored it since, it gets that id. If the server no longer knows its id, it becomes a new line.
 */
function mergeAddedLine(
  line: Line,
  theirs: readonly Line[],
  matchedAnswers: Set<Line>,
  names: LineNames,
): Line {
  const twin = theirs.find((their) => getIdentity(their, names) === getIdentity(line, names))
  if (twin) matchedAnswers.add(twin)
  if (twin) return { ...line, [names.id]: twin[names.id] }
  return isStored(line[names.id]) ? reviveLine(line, names) : line
}

function mergeFields(base: Line, mine: Line, theirs: Line, schema: Schema): Line {
  const fields = schema && getChildren(schema).fields
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)])
  return Object.fromEntries(
    [...names].flatMap((name) => {
      if (!(name in theirs)) return [[name, mine[name]]]
      return [[name, merge(base[name], mine[name], theirs[name], fields?.[name])]]
    }),
  )
}

/**
 * Merges a newer version from the server with later typed changes: values not changed here follow the server,
 * and values changed here remain. Lines of lists are matched by identity, so an id from the server reaches
 * its line even if lines were added or removed since.
 * @param base the version that both sides started from (the values that were sent or loaded)
 * @param schema shows which field of a line is its id (`lineNames`)
 */
export function merge(base: unknown, mine: unknown, theirs: unknown, schema?: z.core.$ZodType): unknown {
  const line = schema && getChildren(schema).line
  const names = lineNames(line)
  if (areLines(base, names) && areLines(mine, names) && Array.isArray(theirs) && theirs.every(isRecord)) {
    return mergeLines(base, mine, theirs, line)
  }
  if (isRecord(base) && isRecord(mine) && isRecord(theirs)) return mergeFields(base, mine, theirs, schema)
  return same(mine, base) ? theirs : mine
}

/** A value that was changed differently here and elsewhere. */
export interface Conflict {
  path: string
  mine: unknown
  theirs: unknown
}

/**
 * Returns the values for which `merge` uses the local change although they were changed elsewhere, too. Lines
 * are matched the same way.
 */
export function getConflicts(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  schema?: Schema,
  path = '',
): Conflict[] {
  if (same(mine, base) || same(theirs, base) || same(mine, theirs)) return []
  const { fields, line } = schema ? getChildren(schema) : {}
  const step = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`)
  const names = lineNames(line)
  if (areLines(base, names) && areLines(mine, names) && Array.isArray(theirs) && theirs.every(isRecord)) {
    const sentIds = new Set(base.map((line) => line[names.id]).filter(isStored))
    return base.flatMap((before, index) => {
      const position = mine.findIndex((line) => getIdentity(line, names) === getIdentity(before, names))
      const answer = findServerLine(before, index, sentIds, theirs, names)
      return position < 0 || !answer ? [] : getConflicts(before, mine[position], answer, line, step(position))
    })
  }
  if (isRecord(base) && isRecord(mine) && isRecord(theirs))
    return Object.keys(theirs).flatMap((name) =>
      getConflicts(base[name], mine[name], theirs[name], fields?.[name], step(name)),
    )
  return [{ path, mine, theirs }]
}

/**
 * Returns the fewest changes that turn `from` into `to`. A list with another length or other lines changes as
 * a whole. Otherwise it changes field by field, so that inputs do not lose the focus.
 */
export function changesBetween(from: unknown, to: unknown, schema?: z.core.$ZodType, path = ''): Change[] {
  if (same(from, to)) return []
  const { fields, line } = schema ? getChildren(schema) : {}
  const step = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`)
  if (isRecord(from) && isRecord(to)) {
    const names = new Set([...Object.keys(from), ...Object.keys(to)])
    return [...names].flatMap((name) => changesBetween(from[name], to[name], fields?.[name], step(name)))
  }
  if (
    Array.isArray(from) &&
    Array.isArray(to) &&
    from.length === to.length &&
    haveSameLines(from, to, lineNames(line))
  ) {
    return from.flatMap((value, index) => changesBetween(value, to[index], line, step(index)))
  }
  return [{ path, value: to }]
}

/** Returns whether the same lines are at the same places (a line that just got its id is the same line). */
function haveSameLines(from: readonly unknown[], to: readonly unknown[], names: LineNames): boolean {
  return from.every((line, index) => {
    const [identity, other] = [getIdentity(line, names), getIdentity(to[index], names)]
    return isRecord(line) && isRecord(to[index]) && (identity === undefined || identity === other)
  })
}
