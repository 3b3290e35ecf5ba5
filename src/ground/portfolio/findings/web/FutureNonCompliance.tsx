import { Screen } from '#ui/frame/Screen.tsx'
import { Future } from './FutureTable.tsx'

/** Matters that will become non-compliant within some days without action. */
export default function FutureNonCompliance() {
  return (
    <Screen
      title="Future non-compliance"
      breadcrumbs={[{ label: 'Non-compliance', to: '/NonComplianceList' }]}
    >
      <Future />
    </Screen>
  )
}
