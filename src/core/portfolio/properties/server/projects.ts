import { PropertyStatus } from '#core/platform/lookups/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { writeHistory } from '#kernel/server/workflow.ts'
import { projects } from '../model/calls.ts'
import { getPropertyFaults } from '../model/rules.ts'
import { loadWarnings } from './detail.ts'
import { type PropertyRow, refuseDeleted } from './property.ts'
import { takeStep } from './status.ts'

type Values = Record<string, unknown>

/** Refuses an agency number that another property has, and names that property. */
async function refuseTakenNumber(
  context: AnyContext,
  agencyNumber: unknown,
  propertyId: number,
): Promise<void> {
  if (typeof agencyNumber !== 'string') return
  const other = await context.db
    .selectFrom('property')
    .select('name')
    .where('agencyNumber', '=', agencyNumber)
    .where('propertyId', '<>', propertyId)
    .executeTakeFirst()
  if (other)
    refuse.rule('There is a problem', [
      { field: 'agencyNumber', message: `Agency number: ${agencyNumber} belongs to ${other.name} already.` },
    ])
}

/** Checks the values of a property and completes them before they are stored. */
async function beforeSave(context: AnyContext, payload: Values, present: Values | null): Promise<Values> {
  const values = { ...payload }
  if (typeof values.agencyNumber === 'string') values.agencyNumber = values.agencyNumber.trim() || null
  if (present) {
    refuseDeleted(present as PropertyRow)
    if (
      values.managementCompanyId !== undefined &&
      values.managementCompanyId !== present.managementCompanyId
    )
      refuse.rule('There is a problem', [
        {
          field: 'managementCompanyId',
          message: 'Management company: change it as a change of company, from a date.',
        },
      ])
    if (values.extendedUseDate !== undefined && values.extendedUseDate !== present.extendedUseDate)
      values.extendedUseComputed = false
  } else values.statusId = PropertyStatus.Conditional
  const faults = getPropertyFaults({ ...present, ...values } as PropertyRow)
  if (faults.length > 0) refuse.rule('There is a problem', faults)
  await refuseTakenNumber(context, values.agencyNumber, Number(present?.propertyId ?? 0))
  return values
}

/** Records the creation of a new property in its status and company histories. */
async function recordCreation(context: AnyContext, property: PropertyRow): Promise<void> {
  const { propertyId, managementCompanyId, statusId } = property
  await writeHistory(context, 'Property', propertyId, propertyId, null, statusId, 'create', null)
  if (managementCompanyId !== null)
    await context.db
      .insertInto('managementCompanyProjectHistory')
      .values({ propertyId, managementCompanyId, fromDate: context.settings.today(), toDate: null })
      .execute()
}

const controllerHandlers = serveController(projects, {
  before: beforeSave,
  after: async (context, row) => {
    if (row.version === 1) await recordCreation(context, row as PropertyRow)
  },
})

const answersWarnings = (call: Served['call']): boolean =>
  call === projects.create || call === projects.update

/** Adds the warnings about the saved property to the answer of a handler. */
const addWarnings = ({ handle, ...one }: Served): Served => ({
  ...one,
  handle: async (context) => {
    const row = (await handle(context)) as PropertyRow
    return { ...row, warnings: await loadWarnings(context, row) }
  },
})

/** The handlers of the controller's calls: saves answer warnings, and DELETE takes the step to Deleted. */
export const projectHandlers: Served[] = [
  ...controllerHandlers
    .filter((served) => served.call !== projects.remove)
    .map((served) => (answersWarnings(served.call) ? addWarnings(served) : served)),

  serve(projects.remove, async (context) => {
    const { id } = context.params as { id: number }
    const reason = `Removed on ${formatDate(context.settings.today(), 'MM/DD/YYYY')}`
    await takeStep(context, { propertyId: id, statusId: PropertyStatus.Deleted, reason })
    return true
  }),
]
