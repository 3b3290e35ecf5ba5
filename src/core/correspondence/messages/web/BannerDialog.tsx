import type { z } from 'zod'
import { notify } from '#kernel/web/notices.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { type BannerLine, createHeaderMessage, updateHeaderMessage } from '../model/calls.ts'
import { HeaderMessage } from '../model/entities.ts'
import { getBannerFaults } from '../model/rules.ts'
import { useBannerSend } from './logged.ts'

const schema = HeaderMessage.row
  .pick({ message: true, from: true, to: true })
  .superRefine((banner, context) => {
    for (const { field, message } of getBannerFaults(banner))
      context.addIssue({ code: 'custom', path: [field], message })
  })

const Field = getField(schema)

/** The dialog that changes `banner`, or adds one if it is null. Users who dismissed it see it again. */
export function BannerDialog({ banner, onClose }: { banner: BannerLine | null; onClose: () => void }) {
  const create = useBannerSend(createHeaderMessage, { quiet: true })
  const update = useBannerSend(updateHeaderMessage, { quiet: true })
  const submit = async (values: Record<string, unknown>) => {
    const payload = values as z.infer<typeof schema>
    if (banner) await update({ body: { ...payload, messageId: banner.messageId, version: banner.version } })
    else await create({ body: payload })
    notify('The banner is saved.')
    onClose()
  }
  const title = banner ? 'Banner' : 'New banner'
  return (
    <Dialog opened onClose={onClose} title={title} size="xl">
      <Form
        schema={schema}
        values={banner ?? { message: null, from: null, to: null }}
        onSubmit={submit}
        label={title}
      >
        <ErrorSummary />
        <Field
          name="message"
          kind="richText"
          help="It appears above every screen for everybody who is signed in."
        />
        <FieldRow>
          <Field name="from" label="First day" width={180} />
          <Field name="to" label="Last day" width={180} />
        </FieldRow>
        <FormButtons save={null} submit="Save banner" />
      </Form>
    </Dialog>
  )
}
