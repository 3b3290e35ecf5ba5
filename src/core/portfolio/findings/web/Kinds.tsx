import { EditableList } from '#core/platform/lookups/web/index.ts'
import type { Controller } from '#kernel/model/controller.ts'
import { findingTypes } from '../model/calls.ts'
import { severityLabels } from '../model/entities.ts'

const severities = Object.entries(severityLabels).map(([value, label]) => ({ value: Number(value), label }))

/** The configuration tab with the kinds of non-compliance: severity, blocking effect and days to cure. */
export default function Kinds({ canEdit }: { canEdit: boolean }) {
  return (
    <EditableList
      caption="Kinds of non-compliance"
      controller={findingTypes as Controller}
      fields={{
        name: { width: 260 },
        severity: { width: 140, options: severities },
        blocking: { width: 140 },
        cureDays: { width: 120 },
        active: { width: 90 },
      }}
      blank={{ name: '', severity: 2, blocking: true, cureDays: 30, active: true }}
      canEdit={canEdit}
    />
  )
}
