import { sql } from 'kysely'
import { loadHolidayDates } from '#core/platform/holidays/server/index.ts'
import { MASK } from '#core/portfolio/households/model/index.ts'
import { email } from '#kernel/model/field.ts'
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
import { writeHistory } from '#kernel/server/workflow.ts'
import { MatterStatus, ResidentRelations } from '../model/entities.ts'
import { getReplyDue } from '../model/rules.ts'
import { residentSettings } from '../model/settings.ts'
import { hideLinkedFinding } from './links.ts'
import { encryptValues, hasResidentDataRight, type Matter, maskForCaller } from './sealed.ts'

const writableFields = [
  'residentRelationsIssueTypeId',
  'receivedOn',
  'channel',
  'lifeSafety',
  'anonymous',
  'residentName',
  'unit',
  'phone',
  'email',
  'description',
  'nameShared',
] as const

/** Returns the fields of a body that callers may write. */
const getOwnFields = (body: Values): Values =>
  Object.fromEntries(
    writableFields.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]),
  )

/**
 * Returns whether a kind of matter is fair housing, which stays with the agency; answers 400 if the kind is
 * not on the list.
 */
async function isFairHousing({ db }: AnyContext, id: unknown): Promise<boolean> {
  const result = await sql<{ fairHousing: boolean }>`select fair_housing from resident_relations_issue_type
    where resident_relations_issue_type_id = ${id}::integer and active`.execute(db)
  const kind =
    result.rows[0] ??
    refuse.invalid([{ field: 'residentRelationsIssueTypeId', message: 'Kind: choose one of the list.' }])
  return kind.fairHousing
}

/** Computes when a reply is due, by the time limits in the settings. */
async function loadDue(
  context: AnyContext,
  row: Pick<Matter, 'receivedOn' | 'lifeSafety'>,
  loggedAt: Date,
): Promise<string> {
  const { settings } = context
  return getReplyDue(row, {
    loggedAt,
    replyDays: await settings.get(residentSettings.replyDays),
    lifeSafetyHours: await settings.get(residentSettings.lifeSafetyHours),
    holidays: await loadHolidayDates(context),
  })
}

/** Returns the fault of an invalid e-mail address. A masked one is valid because it was not changed. */
function getEmailFaults(value: unknown): { field: string; message: string }[] {
  if (!value || value === MASK || email().safeParse(value).success) return []
  return [{ field: 'email', message: 'E-mail: Enter an e-mail address such as name@company.example.' }]
}

function refuseFaults(row: Pick<Matter, 'receivedOn' | 'anonymous'> & Values, today: string): void {
  const faults = [
    ...(row.receivedOn > today
      ? [{ field: 'receivedOn', message: 'Received: The day is still to come.' }]
      : []),
    ...(row.anonymous && row.residentName
      ? [
          {
            field: 'residentName',
            message: 'Resident: Leave the name out, or say that the resident is named.',
          },
        ]
      : []),
    ...getEmailFaults(row.email),
  ]
  if (faults.length > 0) refuse.invalid(faults)
}

/** Loads all matters in the caller's scope, without the fields that the caller may not read. */
export async function loadMatters(context: AnyContext): Promise<Matter[]> {
  const hasRight = await hasResidentDataRight(context)
  const result = await sql<Matter>`select * from resident_relations order by resident_relations_id`.execute(
    context.db,
  )
  return result.rows.map((row) => maskForCaller(context, row, hasRight))
}

/** Loads one matter, without the fields that the caller may not read. */
export async function loadMatter(context: AnyContext, id: number): Promise<Matter> {
  const row = await readRow(context, ResidentRelations, id)
  return maskForCaller(context, row, await hasResidentDataRight(context))
}

/** Logs a matter and sets when the reply is due. */
export async function createMatter(context: AnyContext, body: Values): Promise<Matter> {
  const { services, settings, actor } = context
  const matterFields = {
    receivedOn: settings.today(),
    lifeSafety: false,
    anonymous: false,
    ...getOwnFields(body),
  }
  refuseFaults(matterFields, settings.today())
  const confidential = await isFairHousing(context, body.residentRelationsIssueTypeId)
  const dueAt = await loadDue(context, matterFields, services.now())
  const row = await insertRow(context, ResidentRelations, {
    channel: 'Phone',
    ...encryptValues(matterFields),
    propertyId: body.propertyId as number,
    confidential,
    dueAt,
    createdById: actor.userId,
  })
  await writeHistory(
    context,
    'ResidentRelations',
    row.residentRelationsId,
    row.propertyId,
    null,
    MatterStatus.OPEN,
    'open',
    null,
  )
  return loadMatter(context, row.residentRelationsId)
}

/**
 * Changes a matter that is not closed. If it becomes a fair-housing matter, the company no longer sees it.
 */
export async function changeMatter(context: AnyContext, body: Values): Promise<Matter> {
  const { residentRelationsId: id = 0, version, propertyId } = body as Partial<Matter>
  const row = await lockRow(context, ResidentRelations, id)
  await refuseStaleVersion(context, ResidentRelations, id, version, row.version)
  if (row.statusId === MatterStatus.CLOSED) refuse.conflict('This matter is closed.')
  if (propertyId !== undefined && propertyId !== row.propertyId)
    refuse.invalid([{ field: 'propertyId', message: 'Property: This record stays with its property.' }])
  const ownFields = getOwnFields(body)
  const next = { ...row, ...ownFields } as Matter
  refuseFaults(
    { ...next, residentName: ownFields.residentName ?? null, email: ownFields.email ?? null },
    context.settings.today(),
  )
  const confidential =
    next.residentRelationsIssueTypeId === row.residentRelationsIssueTypeId
      ? row.confidential
      : await isFairHousing(context, next.residentRelationsIssueTypeId)
  const isDueAffected = next.receivedOn !== row.receivedOn || next.lifeSafety !== row.lifeSafety
  const dueAt = isDueAffected
    ? await loadDue(context, next, new Date(row.createdAt ?? context.services.now()))
    : row.dueAt
  await updateRow(context, ResidentRelations, id, { ...encryptValues(ownFields), confidential, dueAt })
  if (confidential && !row.confidential) await hideLinkedFinding(context, row)
  return loadMatter(context, id)
}

/** Removes a matter that was logged in error. Refuses if it was assigned, sent or worked on. */
export async function removeMatter(context: AnyContext, id: number): Promise<boolean> {
  const row = await lockRow(context, ResidentRelations, id)
  if (row.statusId !== MatterStatus.OPEN || row.sentAt !== null)
    refuse.rule('A matter that somebody has taken care of stays. Close it instead.')
  await sql`delete from resident_relations where resident_relations_id = ${id}`.execute(context.db)
  return true
}
