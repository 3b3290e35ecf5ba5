import { Alert } from '@mantine/core'
import { Suspense, useMemo, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { Documents } from '#core/platform/files/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { useIsAgency, useNumericParams, useSession } from '#ui/frame/hooks.ts'
import { EmptyState, Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Chip } from '#ui/frame/StatusChip.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { type CompanyDetail, companyByUser, getCompanyDetail } from '../model/calls.ts'
import { CompanyForm } from './CompanyForm.tsx'
import { FormerProperties, PresentProperties } from './CompanyProperties.tsx'
import { CompanyTimeline } from './CompanyTimeline.tsx'
import { ContactsByProperty } from './ContactsByProperty.tsx'
import { companyPath, maskedEin, quarterWords, statusTone, statusWords } from './words.ts'

declare module '#kernel/web/module.ts' {
  interface TabProps {
    /** `editable`: the caller may write for the agency and the company is not merged. */
    company: { managementCompanyId: number; editable: boolean }
  }
}

const IDENTITY = 'Identity'

/** The screen of one management company, or the form for a new one. Id 0 opens the caller's own company. */
export default function Company() {
  const { isNew } = useParams()
  const { id } = useNumericParams('id')
  if (isNew?.toLowerCase() === 'true') return <NewCompany />
  return id > 0 ? <CompanyScreen key={id} companyId={id} /> : <OwnCompany />
}

function NewCompany() {
  const navigate = useNavigate()
  return (
    <Screen
      title="New management company"
      breadcrumbs={[{ label: 'Management companies', to: '/companies' }]}
    >
      <AgencyOnly>
        <CompanyForm company={null} agency onSaved={(companyId) => navigate(companyPath(companyId))} />
      </AgencyOnly>
    </Screen>
  )
}

function OwnCompany() {
  const company = useCall(companyByUser, { params: { userId: useSession().userId } })
  if (company) return <CompanyScreen companyId={company.managementCompanyId} />
  return (
    <Screen title="My company">
      <EmptyState title="You work for no management company." text="Ask the agency if that is wrong." />
    </Screen>
  )
}

function CompanyScreen({ companyId }: { companyId: number }) {
  const agency = useIsAgency()
  const company = useCall(getCompanyDetail, { params: { managementCompanyId: companyId } })
  const [tab, setTab] = useState(IDENTITY)
  const editable = agency && company.canEdit !== 'nothing'
  const panels = tabsOn('company', { managementCompanyId: companyId, editable }, [
    { label: 'Properties', order: 10, content: <PresentProperties companyId={companyId} /> },
    { label: 'Former properties', order: 20, content: <FormerProperties companyId={companyId} /> },
    { label: 'Contacts', order: 41, content: <ContactsByProperty companyId={companyId} /> },
    {
      label: 'Documents',
      order: 50,
      content: <CompanyDocuments companyId={companyId} mayEdit={company.canEdit !== 'nothing'} />,
    },
    { label: 'History', order: 60, content: <CompanyTimeline companyId={companyId} /> },
  ])
  return (
    <Screen
      title={company.name}
      {...(agency ? { breadcrumbs: [{ label: 'Management companies', to: '/companies' }] } : {})}
    >
      {company.aliasOf !== null && (
        <Alert color="yellow" title="This company was merged">
          Since {formatDate(company.mergedAt, 'MM/DD/YYYY')} it is another name of{' '}
          <Link to={companyPath(company.aliasOf)}>{company.aliasOfName}</Link>. Its records are there.
        </Alert>
      )}
      <CompanyFacts company={company} agency={agency} />
      <Tabs
        label="Parts of the company"
        tabs={[IDENTITY, ...Object.keys(panels)].map((label) => ({ label }))}
        value={tab}
        onChange={setTab}
      >
        {/* Hidden instead of unmounted, so that typed text survives a visit to another tab. */}
        <div hidden={tab !== IDENTITY}>
          <CompanyForm company={company} agency={agency} />
        </div>
        <Suspense fallback={<ScreenSkeleton rows={4} />}>{panels[tab]}</Suspense>
      </Tabs>
    </Screen>
  )
}

function CompanyFacts({ company, agency }: { company: CompanyDetail; agency: boolean }) {
  return (
    <Facts
      facts={[
        {
          label: 'Status',
          value: <Chip color={statusTone(company.status)}>{statusWords(company.status)}</Chip>,
        },
        { label: 'Default quarter', value: quarterWords(company.defaultQuarter) },
        ...(agency ? [{ label: 'EIN', value: maskedEin(company.einLast4) }] : []),
        {
          label: 'Also known as',
          value: company.aliases
            .map((alias) => `${alias.name} (merged ${formatDate(alias.mergedAt, 'MM/DD/YYYY')})`)
            .join(', '),
          wide: company.aliases.length > 0,
        },
      ]}
    />
  )
}

function CompanyDocuments({ companyId, mayEdit }: { companyId: number; mayEdit: boolean }) {
  const readOnly = useReadOnly()
  const documentOwner = useMemo(
    () => ({ moduleName: 'Company' as const, moduleId: companyId, managementCompanyId: companyId }),
    [companyId],
  )
  return <Documents of={documentOwner} editable={mayEdit && !readOnly} />
}
