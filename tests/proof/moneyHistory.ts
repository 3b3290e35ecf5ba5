import type pg from 'pg'
import { isGenerated, pickRandom, quoteAll } from './pickRandom.ts'

/**
 * HUD's figures: some years of limits for one county, limits without large households for another, and only
 * market rents for a third.
 */
const publishedFigures = [
  `delete from income_limit; delete from fair_market_rent`,
  `insert into income_limit (county_id, fiscal_year, percent, persons, amount)
    select c, y, percent, n, 50 * round((300 + 40 * c + 8 * (y - 2000) + 45 * n + random() * 20)::numeric * percent / 50)
    from generate_series(1, 2) c, unnest(array[2018, $2, $2 + 1]) y, unnest(array[50, 60]) percent, generate_series(1, 8) n where c = 1 or n <= 4`,
  `insert into fair_market_rent (county_id, fiscal_year, bedrooms, amount)
    select c, y, n, round((500 + 20 * c + 12 * (y - 2000) + 110 * n + random() * 50)::numeric, 0)
    from generate_series(1, 3) c, unnest(array[2019, $2]) y, generate_series(0, 2) n where c <> 2 or y > 2019`,
]

/**
 * Rents of several programs, for present and other households, that begin on days before and after today,
 * with and without an allowance.
 */
const rents = [
  `update property_rent set utility_allowance = round((30 + random() * 90)::numeric, 2) where ${isGenerated('property_rent')} and random() < 0.7`,
  `insert into property_rent (property_id, project_room_type_id, rent_type_id, existing_tenants, units, rent, utility_allowance, income_limit_percent, effective_date)
    select r.property_id, r.project_room_type_id, t, e, case when random() < 0.8 then floor(random() * 12) end, round((200 + random() * 900)::numeric, 2),
      case when random() < 0.8 then round((20 + random() * 90)::numeric, 2) else 0 end, case when random() < 0.2 then ${pickRandom(30, 45, 60)} end, f
    from property_room_type r, unnest(array[2, 5, 8, 9, 11, 13]) t, unnest(array[false, true]) e, unnest(array[date '2019-05-01', $3::date - 1, $3::date, $3::date + 1]) f
    where ${isGenerated('r')} and random() < 0.12`,
  `insert into utility_allowance (utility_allowance_id, property_id, year, quarter, status_id) overriding system value
    select p.property_id * 20 + y * 4 + q, p.property_id, $2 - y, q, ${pickRandom(1, 2, 4, 5, 5, 5, 6)} from property p, generate_series(0, 1) y, generate_series(1, 4) q where ${isGenerated('p')} and random() < 0.3`,
  `insert into utility_allowance_line (utility_allowance_id, property_id, project_room_type_id, utility_allowance, effective_date)
    select a.utility_allowance_id, a.property_id, r.project_room_type_id, case when random() < 0.9 then round((20 + random() * 150)::numeric, 2) end,
      case when random() < 0.9 then ${pickRandom("'2019-01-01'", "'2025-04-21'", '$3', '$3')}::date + ${pickRandom(-1, 0, 0, 1)} end
    from utility_allowance a join property_room_type r using (property_id), generate_series(1, 2) where ${isGenerated('a')} and random() < 0.5`,
]

/**
 * Notes of debt that must be paid and of other debt, deposits by the schedules of statements and by the
 * agency's ledger.
 */
const debt = [
  `update afs_notes_payable set account_code = ${pickRandom("'2320'", "'2321'", "'2322'", "'2323'", 'null')}, from_surplus_cash = random() < 0.15,
    payment_terms = ${pickRandom(...quoteAll(['Monthly', 'Deferred', 'From cash flow']), 'null')} where ${isGenerated('afs_notes_payable')} and random() < 0.6`,
  `insert into afs_replacement_reserves_schedule (afs_id, property_id, position, reserve_kind, monthly_required, months, deposits)
    select s.afs_id, s.property_id, k, ${pickRandom(...quoteAll(['Replacement reserve', 'Replacement reserve', 'Operating reserve']))},
      case when random() < 0.8 then round((random() * 2000)::numeric, 2) end, ${pickRandom(12, 12, 6)}, case when random() < 0.9 then round((random() * 24000)::numeric, 2) end
    from annual_statement s, generate_series(1, 2) k where ${isGenerated('s')} and random() < 0.4`,
  `insert into reserve_account (reserve_account_id, property_id, name, kind, opened_on, closed_on) overriding system value
    select p.property_id * 3 + k, p.property_id, 'Account ' || k, case k when 2 then 'Operating reserve' else 'Replacement reserve' end,
      ${pickRandom("'2015-06-15'", "'2021-05-01'", "'2024-12-31'", "'2025-01-01'", "'2025-03-15'")}::date, case when random() < 0.2 then date '2025-08-01' end
    from property p, generate_series(0, 2) k where ${isGenerated('p')} and random() < 0.15`,
  `insert into reserve_deposit_schedule (property_id, reserve_account_id, from_month, monthly_deposit)
    select a.property_id, a.reserve_account_id, m, round((random() * 1500)::numeric, 2)
    from reserve_account a, unnest(array[date '2015-07-01', date '2021-02-01', date '2025-06-01']) m where ${isGenerated('a')} and random() < 0.7`,
  `insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount)
    select a.property_id, a.reserve_account_id, a.opened_on, 'Opening balance', ${pickRandom(0, 5000)} from reserve_account a where ${isGenerated('a')} and random() < 0.6`,
]

/**
 * Report cards of statements in every state, some of them archived. The decided ones have stored figures, or
 * the record that there were none.
 */
const cards = [
  `update annual_statement set status_id = 6 where ${isGenerated('annual_statement')} and status_id = 5 and random() < 0.2`,
  `insert into afs_report_card (afs_report_card_id, afs_id, property_id, year, template_version, inspection_score, archived_at) overriding system value
    select s.afs_id * 2 + k, s.afs_id, s.property_id, s.year, 2024, case when random() < 0.5 then 40 + floor(random() * 60) end, case k when 1 then now() end
    from annual_statement s, generate_series(0, 1) k where ${isGenerated('s')} and s.status_id >= 3 and s.year >= $2 - 4 and random() < case k when 0 then 0.8 else 0.2 end + 0 * s.afs_id`,
  `insert into afs_report_card_figures (afs_report_card_id, property_id, figures)
    select c.afs_report_card_id, c.property_id, jsonb_build_object('metrics', jsonb_build_array(jsonb_build_object('id', 'RPC-M9', 'value', round((random() * 2000)::numeric, 3)),
      jsonb_build_object('id', 'RPC-M1', 'value', case when random() < 0.7 then round((random() * 3)::numeric, 4) end)) || case when random() < 0.8 then jsonb_build_array(
        jsonb_build_object('id', 'RPC-M2', 'value', round((random() * 20)::numeric, 4)), jsonb_build_object('id', 'RPC-M3', 'value', case when random() < 0.8 then round((70 + random() * 30)::numeric, 4) end)) else '[]' end)
    from afs_report_card c join annual_statement s using (afs_id) where ${isGenerated('c')} and (s.status_id >= 5 or c.archived_at is not null) and random() < 0.8`,
  `insert into afs_report_card_custom_income (afs_report_card_id, afs_id, property_id, description, amount, include)
    select c.afs_report_card_id, c.afs_id, c.property_id, 'Invented', round((random() * 60000 - 30000)::numeric, 2), random() < 0.7
    from afs_report_card c, generate_series(1, 2) where ${isGenerated('c')} and random() < 0.2`,
  `insert into afs_report_card_finding (afs_report_card_id, afs_id, property_id, kind, title, dropped_reason, cured_on)
    select c.afs_report_card_id, c.afs_id, c.property_id, ${pickRandom(...quoteAll(['cure', 'cure', 'observation']))}, 'Invented', case when random() < 0.2 then 'Invented' end, case when random() < 0.3 then $3::date end
    from afs_report_card c, generate_series(1, 3) where ${isGenerated('c')} and random() < 0.3`,
]

/**
 * Adds the records behind reports of rents and report cards to a history, the same each time. It writes
 * straight into the tables.
 */
export async function makeMoneyHistory(owner: pg.Client, last: number, today: string): Promise<void> {
  await owner.query(`set session_replication_role = replica; select setseed(0.75)`)
  for (const text of [...publishedFigures, ...rents, ...debt, ...cards])
    await owner.query(text.replaceAll('$2', `${last}`).replaceAll('$3', `'${today}'`))
  await owner.query('reset session_replication_role; analyze')
}
