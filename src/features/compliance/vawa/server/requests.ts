import { type RawBuilder, sql } from 'kysely'
import { openHouseholds, sealHouseholds } from '#core/portfolio/households/server/index.ts'
import { daysBetween } from '#kernel/model/dates.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import {
  insertRow,
  lockRow,
  readRow,
  refuseStaleVersion,
  updateRow,
  type Values,
} from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { VawaLine } from '../model/calls.ts'
import { sealedFields, VAWARequest, VawaStatus } from '../model/entities.ts'
import { findClosingFaults, findRequestFaults } from '../model/rules.ts'

type Request = Row<typeof VAWARequest>
type StoredRequest = Request & Record<(typeof sealedFields)[number], string | null>

/** Returns rows in clear text: row-level security only returns rows to people with the right. */
const decryptRows = <R extends object>(rows: readonly R[]): R[] =>
  openHouseholds(rows as readonly StoredRequest[], sealedFields, true) as R[]

/** Returns whether the caller has the right to read requests. */
export async function mayReadRequests({ db }: AnyContext): Promise<boolean> {
  const result = await sql<{ may: boolean }>`select kernel.reads_vawa() as may`.execute(db)
  return result.rows[0]?.may ?? false
}

/** Loads the requests `v` that match the condition, newest first. One statement. */
export async function loadVawaLines({ db }: AnyContext, condition: RawBuilder<unknown>): Promise<VawaLine[]> {
  const result = await sql<
    StoredRequest & { propertyName: string; periodDate: string }
  >`select v.*, coalesce(p.name, kernel.filed_property_name(v.property_id)) as property_name,
      o.period_date::text from vawa_request v join project_occupancy o using (project_occupancy_id) left
      join property p on p.property_id = v.property_id
    where ${condition} order by v.vawa_request_id desc`.execute(db)
  return decryptRows(result.rows).map((row) => ({
    ...row,
    days: row.requestDate && row.resolvedOn ? daysBetween(row.requestDate, row.resolvedOn) : null,
  }))
}

/** Loads all requests that the caller may read, decrypted. */
export const loadRequests = async ({ db }: AnyContext): Promise<Request[]> =>
  decryptRows((await sql<Request>`select * from vawa_request order by vawa_request_id`.execute(db)).rows)

/** Loads one request, decrypted; answers 404 without the right. */
export const loadRequest = async (context: AnyContext, id: number): Promise<Request> =>
  decryptRows([await readRow(context, VAWARequest, id)])[0]!

const encryptValues = (values: Values): Values => sealHouseholds([values], [...sealedFields])[0]!

/** Returns the fields of a body that callers may write. */
const getWritableFields = (body: Values): Values =>
  Object.fromEntries(
    sealedFields.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]),
  )

async function refuseWithoutRight(context: AnyContext): Promise<void> {
  if (!(await mayReadRequests(context)))
    refuse.forbidden('Requests of this kind are entered by those who were given the right to them.')
}

/** Refuses values that no request can have. */
function refuseInvalidRequest({ settings }: AnyContext, values: Partial<Request>): void {
  const { requestDate = null, requestType = null, resolvedOn = null } = values
  const faults = findRequestFaults({ requestDate, requestType, resolvedOn }, settings.today())
  if (faults.length > 0) refuse.invalid(faults)
}

/** Stores a new request with a month of the property. */
export async function createRequest(context: AnyContext, body: Values): Promise<Request> {
  await refuseWithoutRight(context)
  const { projectOccupancyId, propertyId } = body as Partial<Request>
  const result =
    await sql`select from project_occupancy where project_occupancy_id = ${projectOccupancyId ?? 0}
      and property_id = ${propertyId ?? 0}`.execute(context.db)
  if (result.rows.length === 0) refuse.notFound('This month')
  refuseInvalidRequest(context, body as Partial<Request>)
  const { userId } = context.actor
  const row = await insertRow(context, VAWARequest, {
    ...encryptValues(getWritableFields(body)),
    projectOccupancyId,
    propertyId,
    createdBy: userId,
  })
  return decryptRows([row as Request])[0]!
}

/** Changes a request that is not closed. */
export async function changeRequest(context: AnyContext, body: Values): Promise<Request> {
  const { vawaRequestId = 0, version } = body as Partial<Request>
  const row = await lockRow(context, VAWARequest, vawaRequestId)
  await refuseStaleVersion(context, VAWARequest, vawaRequestId, version, row.version)
  if (row.statusId === VawaStatus.CLOSED) refuse.conflict('This request is closed.')
  const writable = getWritableFields(body)
  refuseInvalidRequest(context, { ...decryptRows([row as Request])[0], ...writable })
  const values = await updateRow(context, VAWARequest, vawaRequestId, encryptValues(writable))
  return decryptRows([values as Request])[0]!
}

/** Removes a request that the agency has not reviewed. */
export async function removeRequest(context: AnyContext, id: number): Promise<boolean> {
  const row = await lockRow(context, VAWARequest, id)
  if (row.statusId !== VawaStatus.NEW) refuse.rule('A request the agency has reviewed stays.')
  await sql`delete from vawa_request where vawa_request_id = ${id}`.execute(context.db)
  return true
}

/** The statuses to which a request can move from each status. */
const nextStatuses: Readonly<Record<number, readonly number[]>> = {
  [VawaStatus.NEW]: [VawaStatus.REVIEWED, VawaStatus.INELIGIBLE],
  [VawaStatus.REVIEWED]: [VawaStatus.CLOSED, VawaStatus.INELIGIBLE],
  [VawaStatus.INELIGIBLE]: [VawaStatus.REVIEWED, VawaStatus.CLOSED],
  [VawaStatus.CLOSED]: [VawaStatus.REVIEWED],
}

/** Moves a request to another status, with the reviewer and the time. */
export async function moveRequestTo(
  context: AnyContext,
  id: number,
  statusId: number,
  version?: number | null,
): Promise<Request> {
  const row = await lockRow(context, VAWARequest, id)
  if (row.statusId === statusId) return loadRequest(context, id)
  await refuseStaleVersion(context, VAWARequest, id, version, row.version)
  if (!nextStatuses[row.statusId]?.includes(statusId))
    refuse.conflict('No step leads there from the present status.')
  const faults = statusId === VawaStatus.CLOSED ? findClosingFaults(decryptRows([row as Request])[0]!) : []
  if (faults.length > 0) refuse.rule(faults.map(({ message }) => message).join(' '), faults)
  const stamp = { reviewedById: context.actor.userId, reviewed: context.services.now().toISOString() }
  const values = await updateRow(context, VAWARequest, id, { statusId, ...stamp })
  return decryptRows([values])[0]!
}
