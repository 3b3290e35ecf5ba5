import { sql } from 'kysely'
import { addDays } from '#kernel/model/dates.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type CrudHooks, serveController } from '#kernel/server/crud.ts'
import { type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import type { SpecialNeedsHold, SpecialNeedsSetAside } from '../model/entities.ts'
import { specialNeedsSettings } from '../model/settings.ts'
import { occupantsSql } from './sql.ts'

export {
  occupantsSql,
  openHoldsSql,
  specialNeedsUnitsSql,
} from './sql.ts'

type Hold = Row<typeof SpecialNeedsHold>
type SetAside = Row<typeof SpecialNeedsSetAside>

const refuseOtherProperty = (
  values: { propertyId?: number },
  present: { propertyId?: number } | null,
): void => {
  if (present && values.propertyId !== undefined && values.propertyId !== present.propertyId)
    refuse.invalid([{ field: 'propertyId', message: 'Property: It stays with its property.' }])
}

/**
 * Checks for holds. A hold lasts the set number of days from the notice to the referral agency, or from the
 * day the unit was vacated, and until then only a referred household can rent the unit.
 */
const holdHooks: CrudHooks = {
  before: async (context, values, present) => {
    refuseOtherProperty(values, present)
    const hold = { ...present, ...values } as Partial<Hold>
    const { vacatedOn, notifiedOn = null, filledOn = null, filledWith = null } = hold
    if (!vacatedOn) return refuse.invalid([{ field: 'vacatedOn', message: 'Vacated on: *Field is required' }])
    const today = context.settings.today()
    const dayLabels = { vacatedOn: 'Vacated on', notifiedOn: 'Referral agency notified on' }
    for (const name of ['vacatedOn', 'notifiedOn'] as const)
      if ((hold[name] ?? today) > today)
        refuse.rule('There is a problem', [
          { field: name, message: `${dayLabels[name]}: it is in the future.` },
        ])
    if (notifiedOn && notifiedOn < vacatedOn)
      refuse.rule('There is a problem', [
        { field: 'notifiedOn', message: 'Referral agency notified on: it is before the unit was vacated.' },
      ])
    if ((filledOn === null) !== (filledWith === null))
      refuse.rule('There is a problem', [
        { field: 'filledWith', message: 'Rented to: say when and to whom, or neither.' },
      ])
    if (filledOn && filledOn < vacatedOn)
      refuse.rule('There is a problem', [
        { field: 'filledOn', message: 'Rented on: it is before the unit was vacated.' },
      ])
    const days = await context.settings.get(specialNeedsSettings.holdDays)
    const holdUntil = addDays(notifiedOn ?? vacatedOn, days)
    if (filledOn && filledWith === 'Other household' && filledOn <= holdUntil)
      refuse.rule('There is a problem', [
        {
          field: 'filledOn',
          message: `Rented on: the unit is held for a referred household until ${holdUntil}.`,
        },
      ])
    return { ...values, holdUntil }
  },
  beforeRemove: async (_, present) => {
    const { notifiedOn, filledOn } = present as Hold
    if (notifiedOn !== null || filledOn !== null)
      refuse.rule(
        'A hold stays once the referral agency was notified or the unit was rented. Correct it instead.',
      )
  },
}

const setAsideHooks: CrudHooks = {
  before: async (_, values, present) => {
    refuseOtherProperty(values, present)
    return values
  },
}

type NewestMonth = { month: string | null; referred: number; others: number }

/** The handlers of the module's calls. */
export const served: Served[] = [
  ...serveController(calls.setAsides, setAsideHooks),
  ...serveController(calls.holds, holdHooks),
  serve(calls.getByProjectId, async ({ db, settings, params: { projectId } }) => {
    const property = await sql<{
      totalUnits: number
    }>`select total_units from property where property_id = ${projectId}`.execute(db)
    const { totalUnits } = property.rows[0] ?? refuse.notFound('This property')
    const setAsides =
      await sql<SetAside>`select * from special_needs_set_aside where property_id = ${projectId}
        order by population`.execute(db)
    const holds = await sql<Hold>`select * from special_needs_hold where property_id = ${projectId}
        order by filled_on nulls first, vacated_on desc`.execute(db)
    const newest = await sql<NewestMonth>`select n.month::text, sum(n.referred)::integer as referred,
        sum(n.others)::integer as others
      from (${occupantsSql(sql`l.property_id = ${projectId}`)}) n group by n.month`.execute(db)
    const { month = null, referred = 0, others = 0 } = newest.rows[0] ?? {}
    return {
      propertyId: projectId,
      totalUnits,
      today: settings.today(),
      month,
      referred,
      owed: others,
      leastPercent: await settings.get(specialNeedsSettings.leastPercent),
      holdDays: await settings.get(specialNeedsSettings.holdDays),
      setAsides: setAsides.rows,
      holds: holds.rows,
    }
  }),
]
