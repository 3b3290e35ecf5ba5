import { Alert, Button, Group } from '@mantine/core'
import { useMemo } from 'react'
import { ManagementCompanyStatus } from '#core/platform/lookups/model/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import type { Option } from '#ui/form/display.ts'
import { ChoiceInput } from '#ui/form/inputs/choice.tsx'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { type CompanyLine, getWithPropertyCount } from '../model/calls.ts'
import { MergeAdministrators } from './MergeAdministrators.tsx'
import { MergePlan, MergeResult } from './MergePlan.tsx'
import { useMerge } from './useMerge.ts'

/** The screen that merges two companies: choose both, look at the preview, confirm twice. */
export default function MergeCompanies() {
  return (
    <Screen title="Merge companies" breadcrumbs={[{ label: 'Management companies', to: '/companies' }]}>
      <AgencyOnly admin>
        <Merge />
      </AgencyOnly>
    </Screen>
  )
}

const getOption = ({ managementCompanyId, name, city }: CompanyLine): Option => ({
  value: managementCompanyId,
  label: city ? `${name}, ${city}` : name,
})

/** The companies that may be merged, and those they may be merged into. */
function useOptions() {
  const companies = useCall(getWithPropertyCount, {})
  return useMemo(() => {
    const matchingCompanies = companies.filter((company) => company.aliasOf === null)
    return {
      from: matchingCompanies.map(getOption),
      into: matchingCompanies
        .filter((item) => item.status !== ManagementCompanyStatus.Inactive)
        .map(getOption),
    }
  }, [companies])
}

function Merge() {
  const options = useOptions()
  const { from, into, choose, faults, plan, administrators, merged, merge, takeBack } = useMerge()
  if (merged) return <MergeResult merged={merged} />
  const width = 'min(26rem, 100%)'
  return (
    <>
      <Group align="flex-start" gap="lg">
        <ChoiceInput
          label="Company to merge"
          help="It becomes an alias."
          value={from}
          onChange={choose.from}
          options={options.from}
          error={faults.from}
          width={width}
        />
        <ChoiceInput
          label="Into"
          help="It stays and takes over everything."
          value={into}
          onChange={choose.into}
          options={options.into}
          error={faults.into}
          width={width}
        />
      </Group>
      {faults.other && (
        <Alert color="red" role="alert" title="The companies were not merged">
          {faults.other}
        </Alert>
      )}
      {plan ? (
        <>
          <MergePlan plan={plan} takeBack={takeBack} />
          <MergeAdministrators plan={plan} {...administrators} />
          <div>
            <Button color="red" onClick={() => void merge()}>
              Merge companies
            </Button>
          </div>
        </>
      ) : (
        <p>Choose both companies to see what would move.</p>
      )}
    </>
  )
}
