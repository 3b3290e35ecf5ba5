import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filePartNames } from '#kernel/model/fileTypes.ts'
import { certifying } from '#tests/certifying.ts'
import { exif, jpeg } from '#tests/pictures.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

let portal: Portal
const created: Record<string, number> = {}
const { draft } = certifying(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
  await portal.owner.query(
    `insert into reserve_account (property_id, name, kind, opened_on)
      values (1, 'Operating reserve', 'Operating reserve', '2020-01-01');
     update exhibit set active = code in ('A', 'H');
     update exhibit set federal_type_ids = '[1]' where code = 'A';
     insert into permission (user_id, property_id, key, read, write)
      values (5, 1, 'AHL', true, true), (5, 1, 'Compliance_Forms', true, true)
      on conflict do nothing;
     insert into task_schedule (task_schedule_id, property_id, task_type_id, frequency, start_year)
      values (9001, 1, 6, 2, 2025);
     insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end,
      window_open, original_due_date, due_date)
      values (1, 9001, 6, '2025-01-01', '2025-12-31', '2026-01-01', '2026-01-30', '2026-12-02')`,
  )
  const save = async (path: string, key: string, body: object = { request: { ProjectId: 1 } }) => {
    const reply = await portal.ask('company.admin', 'POST', path, body)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return (reply.body as Record<string, number>)[key]!
  }
  created.reserve = await save(
    '/api/ReplacementReserve/SaveReplacementProgress',
    'replacementReserveRequestId',
  )
  created.operating = await save('/api/OperatingReserve/saveOperatingProgress', 'operatingReserveRequestId')
  created.increase = await save('/api/RentIncrease/saveRentIncreaseProgress', 'rentIncreaseRequestHeaderId')
  const gap = await portal.owner.query<{ id: number }>(
    `insert into rent_gap_application (property_id, assistance_year, period_start, period_end, created_by)
      values (1, 2026, '2026-01-01', '2026-12-31', 5) returning rent_gap_application_id as id`,
  )
  created.gap = gap.rows[0]!.id
  created.application = await draft()
  await portal.owner.query(
    `update rent_increase_request_header set status_id = 3, submitted = now(), reviewed_by_id = 2
      where rent_increase_request_header_id = ${created.increase}`,
  )
})
afterAll(() => portal.close())

const pdf = { name: 'invoice.pdf', content: Buffer.from('%PDF-1.7 test') }
const picture = { name: 'house.jpg', content: jpeg(exif(1, true)) }
const getFields = ({ body }: Reply) => Object.keys((body as { fields?: object }).fields ?? {})

/**
 * Every file field that the documents show, with values that repeat the facts of an upload to Maple Grove.
 */
const fields = {
  managementCompanyId: '1',
  propertyId: '1',
  statusId: '1',
  title: 'Invoice of May',
  moduleId: '0',
  subModuleName: '',
  subModuleId: '0',
  documentType: 'Other',
  merge: 'false',
  moduleUniqueName: '',
  internalToMHDC: 'false',
}
type Case = {
  path: string
  moduleName: string
  /** The name of the record created above whose id replaces `:id`. */
  record?: string
  fields?: Record<string, string>
  /** Documented fields that this upload cannot compare with anything. */
  without?: (keyof typeof fields)[]
  person?: string
  file?: typeof pdf
  /** Fields with values that contradict the record. Each must be refused by its name. */
  others?: Record<string, string>
}
const contradictions = { propertyId: '4', internalToMHDC: 'true', moduleUniqueName: 'one' }
const uploads: Case[] = [
  {
    path: 'ReplacementReserve/ReplacementReserveFileUpload',
    record: 'reserve',
    moduleName: 'Replacement_Reserve',
    others: contradictions,
  },
  {
    path: 'OperatingReserve/OperatingReserveFileUpload',
    record: 'operating',
    moduleName: 'OperatingReserve',
    others: contradictions,
  },
  // The agency adds documents to a request under review.
  {
    path: 'RentIncrease/RentIncreaseFileUpload',
    record: 'increase',
    moduleName: 'Rent_Increase',
    person: 'agency.write',
    fields: { statusId: '3' },
    others: contradictions,
  },
  { path: 'RentGap/RentGapFileUpload/:id', record: 'gap', moduleName: 'RentGap', others: contradictions },
  {
    path: 'ManagementCompanyAssetCertification/AddAttachments/:id',
    record: 'application',
    moduleName: 'Certification',
    fields: { propertyId: '' },
    others: contradictions,
  },
  {
    path: 'ProjectExhibit/FileUpload/1/1',
    moduleName: 'Exhibit',
    without: ['managementCompanyId', 'statusId'],
    others: contradictions,
  },
  {
    path: 'ProjectExhibit/FileUpload/1/1/:id',
    record: 'form',
    moduleName: 'Exhibit',
    others: contradictions,
  },
  {
    path: 'AHLPhoto/Upload/1',
    moduleName: 'AHL',
    without: ['managementCompanyId', 'statusId'],
    fields: { title: 'Building', documentType: 'Building' },
    file: picture,
    others: { ...contradictions, documentType: 'Other' },
  },
  { path: 'Files/Upload', record: 'reserve', moduleName: 'Replacement_Reserve' },
]

describe.each(uploads)('client 5: $path', (of) => {
  const send = async (more: Record<string, string> = {}, part?: string) => {
    const id = of.record ? created[of.record]! : 0
    const payload: Record<string, string> = {
      ...fields,
      moduleName: of.moduleName,
      moduleId: String(id),
      ...of.fields,
      ...more,
    }
    for (const name of of.without ?? []) delete payload[name]
    const url = `/api/${of.path.replace(':id', String(id))}`
    return portal.upload(of.person ?? 'company.admin', url, payload, [of.file ?? pdf], part)
  }

  test('a field that contradicts the record is refused by its name', async () => {
    for (const [name, value] of Object.entries(of.others ?? {}))
      expect(getFields(await send({ [name]: value })), name).toEqual([name])
    expect(getFields(await send({ notDocumented: '1' }))).toEqual(['notDocumented'])
  })

  test('a file in a part with an undocumented name is refused by that name', async () => {
    expect(getFields(await send({}, 'attachment'))).toEqual(['attachment'])
  })

  test('every documented field of a file is accepted, and the title is stored', async () => {
    const reply = await send()
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    const { rows } = await portal.owner.query<{ id: number; title: string | null; kind: string }>(
      `select module_id as id, title, document_type as kind from file
        where module_name = $1 order by file_id desc limit 1`,
      [of.moduleName],
    )
    if (of.path === 'ProjectExhibit/FileUpload/1/1') created.form = rows[0]!.id
    // The document type of a photo is its title.
    const title = of.file ? null : fields.title
    expect(rows[0]).toMatchObject({ title, kind: of.fields?.documentType ?? 'Other' })
  })
})

test('client 5: a file can be sent under every part name that the documents show', async () => {
  const url = `/api/RentGap/RentGapFileUpload/${created.gap}`
  for (const part of filePartNames) {
    const reply = await portal.upload('company.admin', url, { documentType: 'Other' }, [pdf], part)
    expect(reply.status, `${part} ${JSON.stringify(reply.body)}`).toBe(200)
  }
})
