import { Alert, Button, Group } from '@mantine/core'
import { z } from 'zod'
import type { PartProps } from '#engines/review/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { day } from '#kernel/model/field.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import type { Detail } from '../model/applications.ts'
import { sendSendBackEmail, updateAdjustedResubmitDate } from '../model/calls.ts'
import { Qualification } from './Qualification.tsx'

const REFRESHED_PATHS = ['rentgap']
const schema = z.object({ adjustedResubmitDate: day('Submit again by').unwrap() })

const Field = getField(schema)

/**
 * The part above the form: the day by which a returned application must be submitted again, and whether the
 * property qualifies.
 */
export function ApplicationNotices({ detail, refresh }: PartProps<Detail>) {
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  const adjustedResubmitDate = detail.adjustedResubmitDate
  return (
    <>
      {adjustedResubmitDate && (
        <Alert
          color={detail.resubmitOver ? 'red' : 'blue'}
          title={`To be submitted again by ${formatDate(adjustedResubmitDate, 'MM/DD/YYYY')}`}
        >
          {detail.resubmitOver
            ? 'That day is over. Ask the agency for a later one.'
            : 'Later it can be submitted only once the agency has set another day.'}
          {agency && !readOnly && <ResubmitDayButtons detail={detail} refresh={refresh} />}
        </Alert>
      )}
      <Qualification conditions={detail.conditions} />
    </>
  )
}

/** The agency's buttons to set another day, and to mail the returned application again. */
function ResubmitDayButtons({ detail, refresh }: PartProps<Detail>) {
  const write = useWrite(REFRESHED_PATHS, { quiet: false })
  const params = { id: detail.rentGapApplicationId }
  return (
    <Group gap="sm">
      <RecordDialog
        button="Set another day"
        title="Another day to submit again"
        save="Set this day"
        schema={schema}
        values={{ adjustedResubmitDate: detail.adjustedResubmitDate }}
        send={async ({ adjustedResubmitDate }) => {
          const body = { adjustedResubmitDate, version: detail.version }
          await write(updateAdjustedResubmitDate, { params, body }, 'The day is set.')
          await refresh()
        }}
      >
        <Field name="adjustedResubmitDate" width={200} help="A business day." />
      </RecordDialog>
      <Button
        variant="default"
        onClick={() =>
          void write(sendSendBackEmail, { params }, 'The company is mailed once more.').catch(() => {})
        }
      >
        Mail it once more
      </Button>
    </Group>
  )
}
