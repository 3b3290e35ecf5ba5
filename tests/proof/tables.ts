import type pg from 'pg'

/** Rows of the tables behind the compliance reports, as stored. */
export type Tables = {
  places: Place[]
  certifications: Certification[]
  contacts: Contact[]
  contactChanges: { property: number; contact: number | null; at: string }[]
  resyndications: { id: number; old: number; new: number; type: string; date: string | null }[]
  setAsides: { property: number; population: string; units: number }[]
  lived: SpecialNeedsHouseholds[]
  holds: Hold[]
  matters: Matter[]
  schedules: { property: number; type: number }[]
  filings: Filing[]
  findings: {
    property: number
    status: number
    severity: number
    opened: string
    blocking: boolean
    waived: boolean
  }[]
  buildings: { property: number; since: string | null }[]
  visits: { property: number; type: string; day: string }[]
  scores: { id: number; property: number; day: string; score: number | null }[]
  forms: { property: number; filed: string | null }[]
  programs: { property: number; from: string; to: string | null }[]
}
export type Place = {
  id: number
  name: string
  number: string | null
  status: number
  units: number
  company: string | null
  companyId: number | null
  county: string | null
  countyId: number | null
  since: string | null
  marked: boolean
}
export type Certification = {
  property: number
  year: number
  status: number
  lra: string | null
  ends: string | null
  closed: string | null
}
/** A contact of a property; `tie` is the number of the link between the two. */
export type Contact = {
  tie: number
  property: number
  id: number
  flagged: boolean
  active: boolean
  name: string
  company: string | null
  phone: string | null
  email: string | null
}
/** The households with special needs that a line of a month reports. */
export type SpecialNeedsHouseholds = {
  property: number
  month: string
  status: number
  details: { population: string; referred: number | null; others: number | null }[]
}
export type Hold = {
  property: number
  population: string
  unit: string
  vacated: string
  notified: string | null
  until: string
  referred: string | null
  rented: string | null
}
export type Matter = {
  id: number
  property: number
  issue: string
  issueId: number
  status: number
  received: string
  due: string
  closed: string | null
  lifeSafety: boolean
  assigned: string | null
}
export type Filing = { property: number; type: number; status: number; opens: string; due: string }

const SELECTS: { readonly [Name in keyof Tables]: string } = {
  places: `select p.property_id as id, p.name, coalesce(p.agency_number, (select 'LIHTC #' || n.lihtc_number from property_lihtc_number n where n.property_id = p.property_id order by n.position limit 1)) as number, p.status_id as status, p.total_units as units, m.name as company, p.management_company_id as "companyId",
    c.name as county, p.county_id as "countyId", p.service_date as since, p.non_compliant as marked from property p left join management_company m using (management_company_id) left join county c using (county_id)`,
  certifications:
    'select property_id as property, year, status_id as status, lra_name as lra, lra_agreement_ends as ends, lra_closed_on as closed from housing_priority_certification',
  contacts: `select k.property_contact_id as tie, k.property_id as property, contact_id as id, k.lead_referral_agency as flagged, c.active, c.name, c.company, c.phone, c.email
    from property_contact k join contact c using (contact_id)`,
  contactChanges:
    'select property_id as property, contact_id as contact, changed_at as at from lra_contact_change',
  resyndications:
    'select resyndication_id as id, old_property_id as old, new_property_id as new, resyndication_type as type, resyndicated_date as date from resyndication',
  setAsides: 'select property_id as property, population, units from special_needs_set_aside',
  lived: `select o.property_id as property, o.period_date as month, o.status_id as status, l.special_needs_details as details
    from project_occupancy_room l join project_occupancy o using (project_occupancy_id) where l.special_needs_details <> '[]'`,
  holds: `select property_id as property, population, unit, vacated_on as vacated, notified_on as notified, hold_until as until, referred_on as referred, filled_on as rented
    from special_needs_hold`,
  matters: `select m.resident_relations_id as id, m.property_id as property, t.name as issue, m.resident_relations_issue_type_id as "issueId", m.status_id as status,
    m.received_on as received, m.due_at as due, m.closed_at as closed, m.life_safety as "lifeSafety", u.first_name || ' ' || u.last_name as assigned
    from resident_relations m join resident_relations_issue_type t using (resident_relations_issue_type_id) left join app_user u on u.user_id = m.assigned_to_id`,
  schedules: 'select distinct property_id as property, task_type_id as type from task_schedule',
  filings:
    'select property_id as property, task_type_id as type, status_id as status, window_open as opens, due_date as due from task_instance',
  findings:
    'select property_id as property, status_id as status, severity, opened_on as opened, blocking, waived_on is not null as waived from non_compliance',
  buildings: 'select property_id as property, service_date as since from property_building',
  visits:
    'select property_id as property, inspection_type as type, visited_on as day from compliance_inspection where visited_on is not null',
  scores:
    'select property_inspection_id as id, property_id as property, inspection_date as day, score from property_inspection',
  forms: 'select property_id as property, filed_on as filed from inspection8823_date',
  programs: 'select property_id as property, begins_on as "from", ends_on as "to" from tcap_program',
}

/** Reads the rows of every query, as the owner, who is not subject to row-level security. */
export async function readAll<All extends object>(
  owner: pg.Client,
  texts: { readonly [Name in keyof All]: string },
): Promise<All> {
  const tables: Partial<Record<string, unknown>> = {}
  for (const [name, text] of Object.entries<string>(texts)) {
    // As JSON, dates and times are texts and numbers are numbers, independently of the database driver's
    // conversions.
    const { rows } = await owner.query<{ row: unknown }>(`select to_json(r) as row from (${text}) r`)
    tables[name] = rows.map(({ row }) => row)
  }
  return tables as All
}

export const readTables = (owner: pg.Client): Promise<Tables> => readAll<Tables>(owner, SELECTS)

const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' })
/** Returns the day of a point in time in the agency's time zone. */
export const getDay = (moment: string): string => calendar.format(new Date(moment))
/** Counts the days from one day to another. */
export const countDays = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
export const findLatest = (values: readonly (string | null)[]): string | null =>
  values.reduce((latest, text) => (text !== null && (latest === null || text > latest) ? text : latest), null)
