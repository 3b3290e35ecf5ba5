import { sql } from 'kysely'
import { addDays } from '#kernel/model/dates.ts'
import { startOfDay } from '#kernel/server/days.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { SpecialNeedsHold, SpecialNeedsSetAside } from '../model/entities.ts'
import { specialNeedsSettings } from '../model/settings.ts'
import { served } from './index.ts'

export default {
  entities: [SpecialNeedsSetAside, SpecialNeedsHold],
  served,
  settings: Object.values(specialNeedsSettings),
  futureNonCompliance: [
    {
      source: 'Special needs',
      rows: (today, through) => sql`select h.property_id, null::integer, 'Occupancy'::text,
        'Hold of unit ' || h.unit || ' for a referred household ends', h.hold_until,
          'Rented to others, the next vacancy is owed', false, 'Agency',
          '/occupancy/list/project/' || h.property_id
        from special_needs_hold h where h.filled_on is null and h.hold_until between ${today}::date
        and ${through}::date`,
    },
  ],
  toDos: [
    {
      kind: 'specialNeeds.hold',
      label: 'Hold of a unit for special needs',
      act: 'Look',
      waitsFor: 'company',
      rows: async (today, settings) => {
        const until = addDays(today, await settings.get(specialNeedsSettings.warnDays))
        return sql`select h.special_needs_hold_id, h.property_id, null::integer, 'Occupancy'::text,
            'Unit ' || h.unit || case when h.hold_until < ${today}::date
              then ': its hold has ended. Rent it to a referred household, or to another: the next vacancy is then owed'
              else ': held for a referred household until ' || to_char(h.hold_until, 'MM/DD/YYYY') end,
            h.hold_until, ${startOfDay(sql`h.vacated_on`)}, '/occupancy/list/project/' || h.property_id
          from special_needs_hold h where h.filled_on is null and h.hold_until <= ${until}::date`
      },
    },
  ],
} satisfies ServerModule
