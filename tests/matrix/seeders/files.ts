import type { Seeder } from '../seeders.ts'

/** Seeds a document of the company with the same content as a document of the property. */
export const seed: Seeder = async (owner, { propertyId, companyId, marker }) => {
  await owner.query(
    `insert into file (management_company_id, module_name, module_id, document_type, title, file_name, content_type,
        size_bytes, content_hash, created_by)
      select $1::integer, 'Company', $1::integer, 'Certificate of insurance', $2 || ' certificate', $2 || '.pdf',
        content_type, size_bytes, content_hash, 1
      from file where property_id = $3 order by file_id limit 1`,
    [companyId, marker, propertyId],
  )
}
