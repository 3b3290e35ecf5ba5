import type { Seeder } from '../seeders.ts'

/**
 * Seeds the report card of the property's statement, with answers, custom income and a finding that was sent
 * and cured, and an earlier card that is archived.
 */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `with card as (insert into afs_report_card (afs_id, property_id, year, template_version, inspection_score, answers, explanations, letter_texts, notes)
      select afs_id, $1, year, 2024, 90, jsonb_build_array(jsonb_build_object('id', 'RPC-C4', 'answer', 'yes', 'comment', $2 || ' schedules')),
        jsonb_build_object('6452', $2 || ' winter'), jsonb_build_object('closing', $2 || ' closing'), $2 || ' notes'
      from annual_statement where property_id = $1 order by afs_id desc limit 1 returning *),
    income as (insert into afs_report_card_custom_income (afs_report_card_id, afs_id, property_id, description, amount)
      select afs_report_card_id, afs_id, $1, $2 || ' gain', -5 from card)
    insert into afs_report_card_finding (afs_report_card_id, afs_id, property_id, kind, title, needs, sent_title, sent_needs, sent_on, cure_by, cured_on, cure_note)
      select afs_report_card_id, afs_id, $1, 'cure', $2 || ' finding', $2 || ' cure', $2 || ' finding', $2 || ' cure', '2026-01-02', '2026-02-01', '2026-01-20', $2 || ' proof' from card`,
    [propertyId, marker],
  )
  await owner.query(
    `with earlier as (insert into afs_report_card (afs_id, property_id, year, template_version, archived_at)
      select afs_id, property_id, year, 2024, '2026-01-15' from afs_report_card where property_id = $1 returning *)
    insert into afs_report_card_figures (afs_report_card_id, property_id, figures)
      select afs_report_card_id, property_id, jsonb_build_object('metrics', '[]'::jsonb, 'checklist', '[]'::jsonb, 'prior', null, 'statusId', 5,
        'statusLabel', 'Approved', 'findings', '[]'::jsonb, 'custom', '[]'::jsonb)
      from earlier`,
    [propertyId],
  )
}
