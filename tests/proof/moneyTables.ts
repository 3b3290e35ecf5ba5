import type pg from 'pg'
import { readAll } from './tables.ts'

/** Rows of the tables behind the reports of rents and report cards. Amounts are in cents. */
export type MoneyTables = {
  roomTypes: { property: number; type: number; name: string; bedrooms: number; count: number }[]
  rents: Rent[]
  programs: { id: number; name: string; percent: number | null; market: boolean; elsewhere: boolean }[]
  allowances: Allowance[]
  incomes: { county: number; year: number; from: string; persons: number; amount: number }[]
  markets: { county: number; year: number; from: string; bedrooms: number; amount: number }[]
  statements: FiledStatement[]
  cards: { id: number; statement: number; score: number | null; archived: boolean }[]
  stored: { card: number; figures: { metrics: { id: string; value: number | null }[] } }[]
  customIncome: { card: number; cents: number; counts: boolean }[]
  cardFindings: { card: number; kind: string; dropped: boolean; cured: boolean }[]
  scheduled: {
    statement: number
    kind: string
    monthly: number | null
    months: number | null
    made: number | null
  }[]
  accounts: {
    id: number
    property: number
    kind: string
    opened: string
    closed: string | null
    opening: number | null
  }[]
  deposits: { account: number; from: string; cents: number }[]
  statementTasks: { property: number; ends: string; due: string }[]
}
export type Rent = {
  property: number
  type: number
  program: number | null
  existing: boolean
  units: number | null
  rent: number
  allowance: number | null
  percent: number | null
  from: string
}
export type Allowance = {
  property: number
  type: number
  status: number
  year: number
  quarter: number
  from: string | null
  cents: number | null
}
export type FiledStatement = {
  id: number
  property: number
  year: number
  status: number
  submitted: string | null
  begins: string
  ends: string
}

const selectCents = (column: string, name: string): string => `(${column} * 100)::bigint as ${name}`

const SELECTS: { readonly [Name in keyof MoneyTables]: string } = {
  roomTypes: `select r.property_id as property, r.project_room_type_id as type, t.name, t.bedrooms, r.count
    from property_room_type r join room_type t using (room_type_id)`,
  rents: `select property_id as property, project_room_type_id as type, rent_type_id as program, existing_tenants as existing, units, ${selectCents('rent', 'rent')},
    ${selectCents('utility_allowance', 'allowance')}, income_limit_percent as percent, effective_date as "from" from property_rent`,
  programs:
    'select rent_type_id as id, name, median_percent as percent, fair_market as market, set_elsewhere as elsewhere from rent_type',
  allowances: `select l.property_id as property, l.project_room_type_id as type, a.status_id as status, a.year, a.quarter, l.effective_date as "from",
    ${selectCents('l.utility_allowance', 'cents')} from utility_allowance_line l join utility_allowance a using (utility_allowance_id)`,
  incomes:
    'select county_id as county, fiscal_year as year, coalesce(effective_date, make_date(fiscal_year, 4, 1)) as "from", persons, amount::integer as amount from income_limit where percent = 50',
  markets:
    'select county_id as county, fiscal_year as year, coalesce(effective_date, make_date(fiscal_year - 1, 10, 1)) as "from", bedrooms, amount::integer as amount from fair_market_rent',
  statements:
    'select afs_id as id, property_id as property, year, status_id as status, submitted, period_start as begins, period_end as ends from annual_statement',
  cards:
    'select afs_report_card_id as id, afs_id as statement, inspection_score as score, archived_at is not null as archived from afs_report_card',
  stored: 'select afs_report_card_id as card, figures from afs_report_card_figures',
  customIncome: `select afs_report_card_id as card, ${selectCents('amount', 'cents')}, include as counts from afs_report_card_custom_income`,
  cardFindings:
    'select afs_report_card_id as card, kind, dropped_reason is not null as dropped, cured_on is not null as cured from afs_report_card_finding',
  scheduled: `select afs_id as statement, reserve_kind as kind, ${selectCents('monthly_required', 'monthly')}, months, ${selectCents('deposits', 'made')}
    from afs_replacement_reserves_schedule`,
  accounts: `select reserve_account_id as id, a.property_id as property, a.kind, a.opened_on as opened, a.closed_on as closed, ${selectCents('e.amount', 'opening')}
    from reserve_account a left join reserve_entry e using (reserve_account_id) where coalesce(e.kind, 'Opening balance') = 'Opening balance'`,
  deposits: `select reserve_account_id as account, from_month as "from", ${selectCents('monthly_deposit', 'cents')} from reserve_deposit_schedule`,
  statementTasks:
    'select property_id as property, period_end as ends, due_date as due from task_instance where task_type_id = 1',
}

/** Reads all of them as the owner, who is not subject to row-level security. */
export const readMoneyTables = (owner: pg.Client): Promise<MoneyTables> =>
  readAll<MoneyTables>(owner, SELECTS)
