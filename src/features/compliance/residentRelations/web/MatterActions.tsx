import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { flag, longText, number } from '#kernel/model/field.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import {
  askCompany,
  assignMatter,
  closeMatter,
  getReaders,
  type MatterDetail,
  matters,
  reopenMatter,
} from '../model/calls.ts'
import { MatterStatus } from '../model/entities.ts'
import { canTakeStep } from '../model/rules.ts'
import { FindingActs } from './FindingActs.tsx'
import { MatterFields, matterSchema } from './MatterFields.tsx'
import { useWrite } from './useWrite.ts'

type Props = { matter: MatterDetail }
const requiredText = (label: string) => longText(label, 4000).unwrap().min(1, '*Field is required')

/** The buttons for the steps that the agency can take with a matter in its current status. */
export function MatterActions({ matter }: Props) {
  const { statusId, notSent } = matter
  if (statusId === MatterStatus.CLOSED) return <Reopen matter={matter} />
  return (
    <>
      <EditMatter matter={matter} />
      {canTakeStep('assign', statusId) && <Assign matter={matter} />}
      {canTakeStep('send', statusId) && notSent === null && <Send matter={matter} />}
      <FindingActs matter={matter} />
      {canTakeStep('close', statusId) && <Close matter={matter} />}
    </>
  )
}

function EditMatter({ matter }: Props) {
  const write = useWrite()
  const { residentRelationsId, version } = matter
  return (
    <RecordDialog
      button="Edit…"
      title={matter.number}
      save="Save"
      schema={matterSchema}
      values={matter}
      send={(values) =>
        write(matters.update, { body: { ...values, residentRelationsId, version } }, 'The matter is saved.')
      }
    >
      <MatterFields />
    </RecordDialog>
  )
}

const assignSchema = z.object({ userId: z.int() })

const AssignField = getField(assignSchema)

function Assign({ matter }: Props) {
  const write = useWrite()
  const { residentRelationsId: id, version } = matter
  const { data } = useQuery(buildCallQuery(getReaders, {}))
  const options = (data?.people ?? []).map((person) => ({ value: person.userId, label: person.name }))
  return (
    <RecordDialog
      button="Assign…"
      title="Who takes care of it"
      save="Assign"
      schema={assignSchema}
      values={{ userId: matter.assignedToId }}
      send={({ userId }) =>
        write(assignMatter, { params: { id }, body: { userId, version } }, 'The matter is assigned.')
      }
    >
      <AssignField name="userId" label="Person" kind="choice" options={options} />
    </RecordDialog>
  )
}

const sendSchema = z.object({
  question: requiredText('What the company is asked'),
  nameShared: flag('The resident agrees to be named to the company'),
})

const SendField = getField(sendSchema)

function Send({ matter }: Props) {
  const write = useWrite()
  const { residentRelationsId: id, version, question, nameShared } = matter
  return (
    <RecordDialog
      button="Send to the company…"
      title="Ask the company"
      save="Send"
      schema={sendSchema}
      values={{ question: question ?? '', nameShared }}
      send={(values) =>
        write(
          askCompany,
          { params: { id }, body: { ...values, version } },
          'The company is asked, and mailed a link.',
        )
      }
    >
      <SendField
        name="question"
        rows={5}
        help="The company reads this and the unit. Name no resident here."
      />
      <SendField name="nameShared" />
    </RecordDialog>
  )
}

const closeSchema = z.object({
  resolution: requiredText('How it was resolved'),
  satisfaction: number('Satisfaction (1 to 5)', 1, 5),
})

const CloseField = getField(closeSchema)

function Close({ matter }: Props) {
  const write = useWrite()
  const { residentRelationsId: id, version, resolution, satisfaction } = matter
  return (
    <RecordDialog
      button="Close…"
      title="Resolved"
      save="Close"
      schema={closeSchema}
      values={{ resolution: resolution ?? '', satisfaction }}
      send={(values) =>
        write(closeMatter, { params: { id }, body: { ...values, version } }, 'The matter is closed.')
      }
    >
      <CloseField name="resolution" rows={4} help="Name no resident." />
      <CloseField name="satisfaction" width={160} />
    </RecordDialog>
  )
}

function Reopen({ matter }: Props) {
  const write = useWrite()
  const confirm = useConfirm()
  const { residentRelationsId: id, version } = matter
  const ask = () =>
    void confirm({
      title: 'Open it again',
      confirmLabel: 'Reopen',
      reason: { label: 'Reason', required: true },
      action: (reason) =>
        write(reopenMatter, { params: { id }, body: { reason, version } }, 'The matter is open again.'),
    })
  return (
    <Button variant="default" onClick={ask}>
      Reopen…
    </Button>
  )
}
