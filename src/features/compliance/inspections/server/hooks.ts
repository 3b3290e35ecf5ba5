import { sql } from 'kysely'
import { getMonthStart } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { CrudHooks } from '#kernel/server/crud.ts'
import { lockRow, type Values } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { ComplianceInspection, type InspectionFinding, type InspectionUnit } from '../model/entities.ts'
import { formatReminderLine } from '../model/letterTexts.ts'
import { urgentMail } from '../model/mails.ts'
import { getCureDay, getEarlyNotifiedDay, InspectionStatus, type InspectionStep } from '../model/rules.ts'
import type { Inspection } from './detail.ts'
import { mailAbout } from './letters.ts'
import { refuseUnseenProperty } from './lines.ts'
import { refuseWrongStatus } from './locking.ts'
import { refuseNonAgencyUser } from './people.ts'
import { loadInspectionRules } from './rules.ts'

const refuseField = (field: string, message: string): never => refuse.invalid([{ field, message }])

/** Refuses to change the named fields of a row, such as the record it belongs to. */
export function refuseChangedFields(values: Values, present: Values, names: readonly string[]): void {
  for (const name of names)
    if (values[name] !== undefined && values[name] !== present[name])
      refuseField(name, 'This record stays with what it belongs to.')
}

/**
 * Loads and locks the inspection whose line is added or changed; refuses if its status does not allow the
 * step.
 */
export async function loadInspection(
  context: AnyContext,
  id: unknown,
  step: InspectionStep,
): Promise<Inspection> {
  if (typeof id !== 'number') return refuseField('complianceInspectionId', 'Inspection: *Field is required')
  const row = await lockRow(context, ComplianceInspection, id)
  refuseWrongStatus(row, step)
  return row
}

/** Refuses a followed inspection that belongs to another property. */
async function refuseForeignInspection({ db }: AnyContext, id: unknown, propertyId: unknown): Promise<void> {
  if (id === null || id === undefined) return
  const result = await sql`select from compliance_inspection where compliance_inspection_id = ${Number(id)}
      and property_id = ${Number(propertyId)}`.execute(db)
  if (result.rows.length === 0)
    refuseField('relatedInspectionId', 'Follows inspection: it is none of this property.')
}

/**
 * Makes the planned month and the day of a visit agree: a new day sets the month, and a new month removes a
 * day outside it.
 */
function alignMonth(values: Values, present: Partial<Inspection>): Values {
  const scheduledOn = (values.scheduledOn === undefined ? present.scheduledOn : values.scheduledOn) as
    | string
    | null
  const month = (values.plannedMonth ?? null) as string | null
  if (values.scheduledOn !== undefined && scheduledOn)
    return { ...values, plannedMonth: getMonthStart(scheduledOn) }
  if (month === null) return values
  const isOtherMonth = scheduledOn && getMonthStart(scheduledOn) !== getMonthStart(month)
  return { ...values, plannedMonth: getMonthStart(month), ...(isOtherMonth ? { scheduledOn: null } : {}) }
}

const refuseScore = (score: unknown): void => {
  if (typeof score === 'number' && (score < 0 || score > 100))
    refuseField('score', 'Score: Enter a number from 0 to 100.')
}

/**
 * Checks for creating and changing inspections. After the report, the values it contains cannot be changed.
 */
export const inspectionHooks: CrudHooks<typeof ComplianceInspection> = {
  before: async (context, values, existing) => {
    refuseScore(values.score)
    if (existing) return checkChange(context, values, existing)
    await refuseUnseenProperty(context, Number(values.propertyId ?? 0))
    await refuseForeignInspection(context, values.relatedInspectionId, values.propertyId)
    return { ...alignMonth(values, {}), createdById: context.actor.userId }
  },
  beforeRemove: async (_, present) => {
    if (present.statusId !== InspectionStatus.PLANNED)
      refuse.rule('An inspection whose notice was sent stays.')
  },
}

/** Checks a change of an existing inspection and returns the values to store. */
async function checkChange(context: AnyContext, values: Values, present: Inspection): Promise<Values> {
  if (present.statusId === InspectionStatus.CLOSED) refuse.conflict('This inspection is closed.')
  refuseChangedFields(values, present, ['propertyId'])
  if (present.reportedOn !== null)
    refuseChangedFields(values, present, ['score', 'comments', 'standard', 'lowIncomeUnits'])
  await refuseForeignInspection(context, values.relatedInspectionId, present.propertyId)
  if (values.relatedInspectionId === present.complianceInspectionId)
    refuseField('relatedInspectionId', 'Follows inspection: choose another one.')
  return alignMonth(values, present)
}

/** Only agency users with write access can be inspectors. */
export const inspectorHooks: CrudHooks = {
  before: async (context, values, existing) => {
    if (!existing || values.userId !== undefined) await refuseNonAgencyUser(context, values.userId)
    return values
  },
}

/**
 * Findings can be entered and changed until the report is issued. The server sets their number and cure day.
 */
export const findingHooks: CrudHooks<typeof InspectionFinding> = {
  before: async (context, values, existing) => {
    const present = existing
    const row = await loadInspection(
      context,
      values.complianceInspectionId ?? present?.complianceInspectionId,
      'find',
    )
    if (present) refuseChangedFields(values, present, ['complianceInspectionId'])
    await refuseForeignFinding(context, values, row.propertyId)
    const category = values.category8823
    if (typeof category === 'string' && !/^[a-q]$/.test(category))
      refuseField('category8823', 'Line of Form 8823: choose a to q.')
    const foundOn =
      present?.foundOn ?? (values.foundOn as string | undefined) ?? row.visitedOn ?? context.settings.today()
    const severity = Number(values.severity ?? present?.severity ?? 0)
    if (severity < 1) refuseField('severity', 'Severity: *Field is required')
    const notifiedOn = getEarlyNotifiedDay(
      { severity, notifiedOn: present?.notifiedOn ?? null },
      row.statusId,
      context.settings.today(),
    )
    const cureBy = getCureDay(severity, notifiedOn, await loadInspectionRules(context.settings))
    const number = present?.number ?? (await loadNextNumber(context, row.complianceInspectionId))
    if (notifiedOn !== null && !present?.notifiedOn) {
      const line = { area: 'Unit', unit: null, location: null, ...present, ...values, number, cureBy }
      await mailAbout(context, row, urgentMail.event, {
        findings: formatReminderLine(line as unknown as Parameters<typeof formatReminderLine>[0]),
        due: cureBy,
      })
    }
    const days = { notifiedOn, cureBy, originalCureBy: cureBy }
    return present
      ? { ...values, ...days }
      : { ...values, ...days, foundOn, propertyId: row.propertyId, number }
  },
  beforeRemove: async (context, present) => {
    await loadInspection(context, present.complianceInspectionId, 'find')
  },
}

/** Returns the number of the next finding of an inspection. */
async function loadNextNumber({ db }: AnyContext, id: number): Promise<number> {
  const result = await sql<{ number: number }>`select coalesce(max(number), 0) + 1 as number
    from inspection_finding where compliance_inspection_id = ${id}`.execute(db)
  return result.rows[0]!.number
}

/** Refuses an earlier finding that belongs to another property. */
async function refuseForeignFinding(
  { db }: AnyContext,
  { earlierFindingId }: Values,
  propertyId: number,
): Promise<void> {
  if (!earlierFindingId) return
  const result =
    await sql`select from inspection_finding where inspection_finding_id = ${Number(earlierFindingId)}
      and property_id = ${propertyId}`.execute(db)
  if (result.rows.length === 0) refuseField('earlierFindingId', 'Found before: it is none of this property.')
}

/** Units can be added by hand until the report is issued. Drawn units cannot be removed. */
export const unitHooks: CrudHooks<typeof InspectionUnit> = {
  before: async (context, values, existing) => {
    const present = existing
    const id = values.complianceInspectionId ?? present?.complianceInspectionId
    if (typeof id !== 'number') return refuseField('complianceInspectionId', 'Inspection: *Field is required')
    const row = await lockRow(context, ComplianceInspection, id)
    if (row.reportedOn !== null) refuse.conflict('The report is issued; its sample stays.')
    if (present) refuseChangedFields(values, present, ['complianceInspectionId'])
    return present ? values : { ...values, propertyId: row.propertyId }
  },
  beforeRemove: async (_, present) => {
    if (Number(present.place) > 0) refuse.rule('A unit that was drawn stays. Say why it was not looked at.')
  },
}
