import { type RawBuilder, sql } from 'kysely'
import { ManagementCompanyStatus } from '#core/platform/lookups/model/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { writeHistory } from '#kernel/server/workflow.ts'
import { dropMergeRequest, getMergePreview, type MergePreview, mergeCompanies } from '../model/calls.ts'
import { ManagementCompany } from '../model/entities.ts'
import { companyRecords, moveRecords } from './merged.ts'
import { endAdministrators, findAdministrators, refuseOtherPeople } from './mergedAdministrators.ts'
import { dropRequest, findMergeRequest, type MergeRequest, waitsForSecond } from './mergeRequests.ts'

type Company = Row<typeof ManagementCompany>
type Move = MergePreview['moves'][number]

/** Counts in one query how many records of each registered kind name a company. */
export async function countRecords(context: AnyContext, companyId: number): Promise<Move[]> {
  const counts = companyRecords().map((companyRecords) => companyRecords.count(companyId))
  const result = await sql<{
    counts: number[]
  }>`select json_build_array(${sql.join(counts)}) as counts`.execute(context.db)
  return companyRecords().map(({ label }, index) => ({ label, count: result.rows[0]?.counts[index] ?? 0 }))
}

async function loadConflicts(context: AnyContext, from: Company, into: Company): Promise<string[]> {
  const conflictQueries = companyRecords().flatMap(
    (companyRecords) => companyRecords.conflicts?.(from.managementCompanyId, into.managementCompanyId) ?? [],
  )
  const sentences: string[] = []
  if (from.defaultQuarter !== null && from.defaultQuarter !== into.defaultQuarter)
    sentences.push(
      `${from.name} begins with quarter ${from.defaultQuarter}, ${into.name} with ${into.defaultQuarter ?? 'none'}; that of ${into.name} stays.`,
    )
  if (conflictQueries.length === 0) return sentences
  const result = await sql<{ sentences: (string[] | null)[] }>`
    select json_build_array(${sql.join(conflictQueries)}) as sentences`.execute(context.db)
  return [...sentences, ...(result.rows[0]?.sentences ?? []).flatMap((sentence) => sentence ?? [])]
}

const unlocked = sql``
/** Rows are locked in the order of their ids, so that two merges cannot block each other. */
const locked = sql`order by management_company_id for update`

async function readCompanies(
  context: AnyContext,
  ids: readonly number[],
  lock: RawBuilder<unknown>,
): Promise<Map<number, Company>> {
  const result = await sql<Company>`select * from management_company
    where management_company_id = any (${ids}::integer[]) ${lock}`.execute(context.db)
  return new Map(result.rows.map((row) => [row.managementCompanyId, row]))
}

/**
 * Finds the faults of the request. The field `id` is the target company, a number is the position in the
 * list.
 */
function findFaults(
  intoId: number,
  fromIds: readonly number[],
  companies: ReadonlyMap<number, Company>,
): Fault[] {
  const into = companies.get(intoId)
  const faults: Fault[] = []
  const target = (message: string) => faults.push({ field: 'id', message: `Into: ${message}` })
  if (!into) target('choose a company of the list.')
  else if (into.aliasOf !== null) target(`${into.name} was merged into another company itself.`)
  else if (into.status === ManagementCompanyStatus.Inactive) target(`${into.name} is inactive.`)
  for (const [index, fromId] of fromIds.entries()) {
    const from = (message: string) =>
      faults.push({ field: String(index), message: `Merged company: ${message}` })
    if (fromId === intoId) from('a company cannot be merged into itself.')
    else if (!companies.has(fromId)) from('choose a company of the list.')
    else if (fromIds.indexOf(fromId) < index) from('it is named twice.')
  }
  return faults
}

/**
 * Loads companies that may be merged. Refuses with 422 and every fault, or with 409 if one was merged
 * before.
 */
async function loadMergeable(
  context: AnyContext,
  intoId: number,
  fromIds: readonly number[],
  lock: RawBuilder<unknown> = unlocked,
) {
  const companies = await readCompanies(context, [intoId, ...fromIds], lock)
  const faults = findFaults(intoId, fromIds, companies)
  if (faults.length > 0) refuse.rule('There is a problem', faults)
  const sources = fromIds.map((fromId) => companies.get(fromId)!)
  const source = sources.find((item) => item.aliasOf !== null)
  if (source) {
    const target = await context.db
      .selectFrom('managementCompany')
      .select('name')
      .where('managementCompanyId', '=', source.aliasOf)
      .executeTakeFirst()
    refuse.conflict(`${source.name} was merged into ${target?.name ?? 'another company'} already.`)
  }
  return { into: companies.get(intoId)!, sources }
}

/** Moves every record of one company and leaves it as an inactive alias. */
async function mergeCompany(
  context: AnyContext,
  from: Company,
  into: Company,
  confirmedIds: readonly number[],
): Promise<Move[]> {
  const [fromId, intoId] = [from.managementCompanyId, into.managementCompanyId]
  const moves = await countRecords(context, fromId)
  await endAdministrators(context, fromId, intoId, confirmedIds)
  await moveRecords(context, fromId, intoId)
  const remaining = (await countRecords(context, fromId)).filter((item) => item.count > 0)
  if (remaining.length > 0)
    throw new Error(`Left behind by a merge: ${remaining.map((item) => item.label).join(', ')}`)
  // Aliases of the merged company point to the target directly, so that no alias points to an alias.
  await sql`update management_company set alias_of = ${intoId}, version = version + 1,
      status = ${ManagementCompanyStatus.Inactive},
      merged_at = case when management_company_id = ${fromId} then
      ${context.services.now().toISOString()}::timestamptz else merged_at end
    where management_company_id = ${fromId} or alias_of = ${fromId}`.execute(context.db)
  await recordHistory(context, from, into, moves)
  return moves
}

async function recordHistory(
  context: AnyContext,
  from: Company,
  into: Company,
  moves: readonly Move[],
): Promise<void> {
  const moveCounts = moves
    .filter((move) => move.count > 0)
    .map((move) => `${move.label.toLowerCase()}: ${move.count}`)
  const what = moveCounts.length > 0 ? ` (${moveCounts.join(', ')})` : ''
  const write = (company: Company, to: number, reason: string) =>
    writeHistory(
      context,
      ManagementCompany.name,
      company.managementCompanyId,
      null,
      company.status,
      to,
      'Merged',
      reason,
    )
  await write(from, ManagementCompanyStatus.Inactive, `Merged into ${into.name}${what}`)
  await write(into, into.status, `${from.name} was merged into it${what}`)
}

/** Adds up the moves of several merges. Each list has the same labels in the same order. */
const sumMoves = (all: readonly Move[][]): Move[] =>
  companyRecords().map(({ label }, index) => ({
    label,
    count: all.reduce((sum, moves) => sum + (moves[index]?.count ?? 0), 0),
  }))

/**
 * Loads the primary users of a company that is merged, each with whether the administrator who asked for
 * the merge confirmed the person.
 */
async function loadAdministrators(
  context: AnyContext,
  from: Company,
  into: Company,
  request: MergeRequest | undefined,
) {
  const people = await findAdministrators(context, from.managementCompanyId, into.managementCompanyId)
  return people.map((person) => ({
    ...person,
    stays: request?.administratorIds.includes(person.userId) ?? false,
  }))
}

/** The merge of companies and its preview. */
export const mergeHandlers: Served[] = [
  serve(getMergePreview, async (context) => {
    const { into, sources } = await loadMergeable(context, context.params.id, [context.params.from])
    const from = sources[0]!
    const request = await findMergeRequest(context, into.managementCompanyId, [from.managementCompanyId])
    return {
      into,
      from,
      moves: await countRecords(context, from.managementCompanyId),
      conflicts: await loadConflicts(context, from, into),
      askedBy: request?.name ?? null,
      administrators: await loadAdministrators(context, from, into, request),
    }
  }),

  serve(mergeCompanies, async (context) => {
    const { into, sources } = await loadMergeable(context, context.params.id, context.body, locked)
    const intoId = into.managementCompanyId
    const confirmedIds = getIds(context.query?.administrators)
    await refuseOtherPeople(context, intoId, context.body, confirmedIds)
    if (await waitsForSecond(context, { into, sources, confirmedIds }))
      return { into, moves: [], waits: true }
    const moves: Move[][] = []
    for (const from of sources) moves.push(await mergeCompany(context, from, into, confirmedIds))
    return { into, moves: sumMoves(moves), waits: false }
  }),

  serve(dropMergeRequest, async (context) => {
    await dropRequest(context, context.params.id, context.params.from)
    return true
  }),
]

const getIds = (list: string | undefined): number[] => [...new Set(list ? list.split(',').map(Number) : [])]
