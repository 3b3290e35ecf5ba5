import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import type { CrudHooks } from '#kernel/server/crud.ts'
import { lockRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { ComplianceInspection, type Inspection8823Date } from '../model/entities.ts'
import { getFormDays } from '../model/form8823.ts'
import { loadInspection, refuseChangedFields } from './hooks.ts'
import { refuseUnseenProperty } from './lines.ts'
import type { Form } from './locking.ts'
import { loadInspectionRules } from './rules.ts'

const refuseField = (field: string, message: string): never => refuse.invalid([{ field, message }])

/** Refuses a form with an unknown line or building, or a second form for the same building and line. */
async function refuseInvalidForm({ db }: AnyContext, form: Partial<Form>, except: number): Promise<void> {
  const { propertyId = 0, complianceInspectionId = 0, bin = '', category = '' } = form
  if (!/^[a-q]$/.test(category)) refuseField('category', 'Line: choose a to q.')
  const result = await sql<{ known: boolean; twice: boolean }>`select
      exists (select from property_building where property_id = ${propertyId} and bin = ${bin}) as known,
      exists (select from inspection8823_date where compliance_inspection_id = ${complianceInspectionId}
      and bin = ${bin} and category = ${category}
        and inspection8823_date_id <> ${except}) as twice`.execute(db)
  const { known: isKnown, twice: isDuplicate } = result.rows[0]!
  if (!isKnown) refuseField('bin', 'BIN: it is none of the property’s buildings.')
  if (isDuplicate) refuse.rule('There is already a form for this building and line.')
}

/**
 * Checks for Forms 8823. A report creates them from its findings; others can be added by hand and changed
 * until they are filed.
 */
export const formHooks: CrudHooks<typeof Inspection8823Date> = {
  before: async (context, values, existing) => {
    const present = existing
    const row = await loadInspection(
      context,
      values.complianceInspectionId ?? present?.complianceInspectionId,
      'forms',
    )
    if (present) refuseChangedFields(values, present, ['complianceInspectionId'])
    if (present && present.filedOn !== null) refuse.conflict('This form was filed; it stays as it is.')
    const next = { ...present, ...values, propertyId: row.propertyId } as Partial<Form>
    await refuseInvalidForm(context, next, present?.inspection8823DateId ?? 0)
    const notifiedOn = present?.notifiedOn ?? row.reportedOn ?? context.settings.today()
    if ((next.noncomplianceOn ?? '') > notifiedOn)
      refuseField('noncomplianceOn', 'Out of compliance since: It lies after the notice to the owner.')
    if (present) return values
    if (next.noncomplianceOn === undefined)
      refuseField('noncomplianceOn', 'Out of compliance since: *Field is required')
    return {
      ...values,
      propertyId: row.propertyId,
      notifiedOn,
      ...getFormDays(notifiedOn, await loadInspectionRules(context.settings)),
    }
  },
  beforeRemove: async (_, present) => {
    if (present.filedOn !== null) refuse.rule('A form that was filed stays.')
    refuse.rule('A form that is still to be filed stays. A manager withdraws one that was added in error.')
  },
}

/** Checks for letter dates. Sending a letter creates its date; others are entered by hand. */
export const letterHooks: CrudHooks = {
  before: async (context, values, present) => {
    if (present) {
      refuseChangedFields(values, present, ['complianceInspectionId'])
      if (present.letterId !== null) refuseChangedFields(values, present, ['kind', 'letterOn'])
      return values
    }
    const id = values.complianceInspectionId
    if (typeof id !== 'number') return refuseField('complianceInspectionId', 'Inspection: *Field is required')
    const row = await lockRow(context, ComplianceInspection, id)
    if (values.kind === undefined) refuseField('kind', 'Letter: *Field is required')
    if (!values.letterOn) refuseField('letterOn', 'Day: *Field is required')
    return { ...values, propertyId: row.propertyId }
  },
  beforeRemove: async (_, present) => {
    if (present.letterId !== null || present.mailedAt !== null) refuse.rule('A letter that was sent stays.')
  },
}

/** Checks for buildings. One that is named on a form cannot be removed, and its BIN cannot be changed. */
export const buildingHooks: CrudHooks = {
  before: async (context, values, present) => {
    if (present) refuseChangedFields(values, present, ['propertyId'])
    else await refuseUnseenProperty(context, Number(values.propertyId ?? 0))
    const propertyId = Number(values.propertyId ?? present?.propertyId)
    const bin = String(values.bin ?? present?.bin ?? '').trim()
    if (bin === '') refuseField('bin', 'BIN: *Field is required')
    if (present && bin !== present.bin) await refuseBuildingOnForm(context, propertyId, String(present.bin))
    return { ...values, bin }
  },
  beforeRemove: (context, present) =>
    refuseBuildingOnForm(context, Number(present.propertyId), String(present.bin)),
}

/** Refuses if a Form 8823 names the building. */
async function refuseBuildingOnForm({ db }: AnyContext, propertyId: number, bin: string): Promise<void> {
  const result = await sql`select from inspection8823_date where property_id = ${propertyId} and bin = ${bin}
      limit 1`.execute(db)
  if (result.rows.length > 0) refuse.rule('A Form 8823 names this building; it stays.')
}
