import { sql } from 'kysely'
import type { ToDoSource } from '#core/portfolio/tasks/server/index.ts'
import { addDays } from '#kernel/model/dates.ts'
import { agencyDay, startOfDay } from '#kernel/server/days.ts'
import { accountSettings } from '../model/settings.ts'

const getDollarsSql = (amount: string) =>
  sql.raw(`'$' || trim(to_char(abs(${amount}), 'FM999,999,999,990.00'))`)

/** The agency's to-dos: accounts with overdue deposits, and adjustments that need a second person. */
export const toDos: readonly ToDoSource[] = [
  {
    kind: 'reserves.late',
    label: 'Reserve deposit overdue',
    waitsFor: 'agency',
    rows: async (today, settings) => {
      const grace = await settings.get(accountSettings.graceDays)
      return sql`select a.reserve_account_id, a.property_id, null::integer, 'Replacement_Reserve',
          a.name || ': ' || ${getDollarsSql('d.owed')} || ' of deposits overdue', d.since + ${grace}::integer,
          ${startOfDay(sql`d.since`)},
          '/ReserveAccount/' || a.reserve_account_id
        from (select reserve_account_id, sum(amount - received) as owed, min(due_on) as since
        from reserve_deposit
          where received < amount and waived_on is null and due_on < ${addDays(today, -grace)}::date
          group by 1) d
        join reserve_account a using (reserve_account_id)`
    },
  },
  {
    kind: 'reserves.adjustment',
    label: 'Reserve adjustment to confirm',
    waitsFor: 'agency',
    rows: (
      _today,
      _settings,
      _zone,
    ) => sql`select j.reserve_adjustment_id, j.property_id, null::integer, 'Replacement_Reserve',
        a.name || ': ' || j.kind || ' of ' || ${getDollarsSql('j.amount')} || ' waits for a second person',
        ${agencyDay(sql`j.entered_at`)}, j.entered_at,
        '/ReserveAccount/' || a.reserve_account_id
      from reserve_adjustment j join reserve_account a using (reserve_account_id) where j.state = 'Waiting'`,
  },
]
