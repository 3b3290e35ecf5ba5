import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { buildTimeline } from '#ui/frame/history.ts'
import { useIsAgency, useMay, useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { Timeline } from '#ui/frame/Timeline.tsx'
import {
  getTemplate,
  getTemplateHistory,
  getTemplateModel,
  removeTemplate,
  type TemplateDetail,
} from '../model/calls.ts'
import { EmailTemplateSchedule, EmailTemplate as Template } from '../model/entities.ts'
import { TemplateForm } from './TemplateForm.tsx'

const breadcrumbs = [{ label: 'Mail templates', to: '/emailTemplates' }]

/** The screen of one template: its text, recipients and schedules. Id 0 is a new one. */
export default function EmailTemplate() {
  const { id } = useNumericParams('id')
  const agency = useIsAgency()
  if (!agency)
    return (
      <Screen title="Mail template">
        <AgencyOnly>{null}</AgencyOnly>
      </Screen>
    )
  return id === 0 ? <NewTemplate /> : <ExistingTemplate key={id} templateId={id} />
}

function NewTemplate() {
  const template = useCall(getTemplateModel, {})
  return (
    <Screen title="New mail template" breadcrumbs={breadcrumbs}>
      <TemplateForm template={template} />
    </Screen>
  )
}

function ExistingTemplate({ templateId }: { templateId: number }) {
  const template = useCall(getTemplate, { params: { id: templateId } })
  const mayRemove = useMay(removeTemplate)
  const [view, setView] = useState('Template')
  return (
    <Screen
      title={template.name}
      breadcrumbs={breadcrumbs}
      actions={mayRemove && <RemoveButton template={template} />}
    >
      <Tabs
        label="Mail template"
        value={view}
        onChange={setView}
        tabs={[{ label: 'Template' }, { label: 'History' }]}
      >
        {view === 'Template' ? <TemplateForm template={template} /> : <History templateId={templateId} />}
      </Tabs>
    </Screen>
  )
}

function RemoveButton({ template }: { template: TemplateDetail }) {
  const confirm = useConfirm()
  const navigate = useNavigate()
  const remove = useSend(removeTemplate, { quiet: true })
  const confirmRemoval = () =>
    confirm({
      title: `Remove ${template.name}?`,
      text: 'It is no longer sent. Mails it has sent stay in the list.',
      confirmLabel: 'Remove',
      danger: true,
      action: async () => {
        await remove({ params: { id: template.emailTemplateId } })
        notify('The template is removed.')
        await navigate('/emailTemplates')
      },
    })
  return (
    <Button variant="outline" color="red" onClick={() => void confirmRemoval()}>
      Remove
    </Button>
  )
}

function History({ templateId }: { templateId: number }) {
  const lines = useCall(getTemplateHistory, { params: { id: templateId } })
  return (
    <Timeline entries={buildTimeline(lines, { entities: [Template, EmailTemplateSchedule], whole: true })} />
  )
}
