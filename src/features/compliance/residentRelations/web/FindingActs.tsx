import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { findingTypes, queryFindings } from '#core/portfolio/findings/model/index.ts'
import { longText, ref, requiredText } from '#kernel/model/field.ts'
import { buildCallQuery, useCall } from '#kernel/web/queries.ts'
import { getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { linkFinding, type MatterDetail, openFinding } from '../model/calls.ts'
import { useWrite } from './useWrite.ts'

type Props = { matter: MatterDetail }

const openSchema = z.object({
  nonComplianceTypeId: z.int('*Field is required'),
  title: requiredText('Finding', 300),
  description: longText('Description', 4000),
})

const OpenField = getField(openSchema)

const linkSchema = z.object({ nonComplianceId: ref('Finding', 'NonCompliance') })

const LinkField = getField(linkSchema)

/** The buttons that open a finding for a matter, or link the matter to an existing one. */
export function FindingActs({ matter }: Props) {
  return (
    <>
      {matter.finding === null && <OpenFinding matter={matter} />}
      <LinkFinding matter={matter} />
    </>
  )
}

function OpenFinding({ matter }: Props) {
  const write = useWrite()
  const kinds = useCall(findingTypes.getAll, {}).filter((kind) => kind.active)
  const { residentRelationsId: id, version, notSent } = matter
  return (
    <RecordDialog
      button="Open a finding…"
      title="A finding of this matter"
      save="Open it"
      schema={openSchema}
      values={{ nonComplianceTypeId: null, title: '', description: null }}
      send={(values) =>
        write(openFinding, { params: { id }, body: { ...values, version } }, 'The finding is open.')
      }
    >
      <p>
        {notSent === null
          ? 'The company reads the finding. Name no resident in it.'
          : 'The matter stays with the agency, and so does its finding. Name no resident in it.'}
      </p>
      <OpenField
        name="nonComplianceTypeId"
        label="Kind"
        kind="choice"
        options={kinds.map((kind) => ({ value: kind.nonComplianceTypeId, label: kind.name }))}
        width={300}
      />
      <OpenField name="title" />
      <OpenField name="description" rows={3} />
    </RecordDialog>
  )
}

function LinkFinding({ matter }: Props) {
  const write = useWrite()
  const { residentRelationsId: id, propertyId, version, finding } = matter
  const { data } = useQuery(buildCallQuery(queryFindings, { body: { projectId: propertyId } }))
  const options = (data ?? []).map((item) => ({ value: item.nonComplianceId, label: item.title }))
  if (options.length === 0 && finding === null) return null
  return (
    <RecordDialog
      button={finding === null ? 'Link a finding…' : 'Change the link…'}
      title="The finding that this matter belongs to"
      save="Save"
      schema={linkSchema}
      values={{ nonComplianceId: finding?.nonComplianceId ?? null }}
      send={(values) =>
        write(linkFinding, { params: { id }, body: { ...values, version } }, 'The link is saved.')
      }
    >
      <LinkField
        name="nonComplianceId"
        kind="choice"
        options={options}
        help="Left empty, the link is taken away."
      />
    </RecordDialog>
  )
}
