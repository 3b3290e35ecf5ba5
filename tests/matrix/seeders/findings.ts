import type { Seeder } from '../seeders.ts'

/** Seeds an open finding with a document, and a finding that the company has answered. */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `with made as (insert into non_compliance (property_id, non_compliance_type_id, title, description, opened_on, cure_by, original_cure_by, created_by_id)
      values ($1, 15, $2, $3, '2020-02-03', '2099-03-04', '2099-03-04', 2) returning non_compliance_id),
    answered as (insert into non_compliance (property_id, non_compliance_type_id, status_id, title, opened_on, response, responded_at, responded_by_id)
      values ($1, 9, 2, $2, '2020-02-03', $3, '2020-02-10', 5))
    insert into file (property_id, module_name, module_id, document_type, title, file_name, content_type, size_bytes, content_hash, created_by)
      select $1, 'NonCompliance', non_compliance_id, 'Other', $2, $2 || '.pdf', 'application/pdf', 100, 'x', 5 from made`,
    [propertyId, `${marker} finding`, `${marker} words`],
  )
}
