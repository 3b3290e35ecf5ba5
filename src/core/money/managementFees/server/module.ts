import { sql } from 'kysely'
import type { ToDoSource } from '#core/portfolio/tasks/server/index.ts'
import { startOfDay } from '#kernel/server/days.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { ManagementFeeMax, ManagementFeeType, PropertyManagementFee } from '../model/entities.ts'
import { feeSettings } from '../model/settings.ts'
import { served } from './index.ts'

/** The to-do to set the maxima of a year, from a month before the year begins until they are set. */
const missingMaxima: ToDoSource = {
  kind: 'managementFee.maxima',
  label: 'Management fees',
  act: 'Set',
  waitsFor: 'agency',
  rows: (
    today,
  ) => sql`select y.year, null::integer, null::integer, null::text, 'No maxima are set for ' || y.year,
    make_date(y.year, 1, 1),
      ${startOfDay(sql`make_date(y.year - 1, 12, 1)`)}, '/ManagementFeeMax'
    from (select extract(year from ${today}::date + 31)::integer as year) y
    where not exists (select 1 from management_fee_max m where m.year = y.year)`,
}

export default {
  entities: [ManagementFeeType, ManagementFeeMax, PropertyManagementFee],
  served,
  settings: Object.values(feeSettings),
  toDos: [missingMaxima],
} satisfies ServerModule
