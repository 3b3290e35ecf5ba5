import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, in that order: on a machine without records of an earlier run they would come
 * anywhere.
 */
const longest = [
  /visits\.agency/,
  /visits\.company/,
  /browser\/refusals/,
  /crash\/crash/,
  /postgres\/launcher/,
  /demo\/load/,
  /requests\/fuzz/,
  /requests\/matrix/,
  /requests\/outOfScope/,
  /requests\/transitions/,
  /requests\/companyOfRecord/,
  /tools\/start/,
  /requests\/statements/,
  /browser\/(budget|tasks|interruptions|properties|table|documents|review|people|contacts|insuranceClaim|rentIncrease)\./,
]

const rank = ({ moduleId }: TestSpecification): number => {
  const index = longest.findIndex((pattern) => pattern.test(moduleId))
  return index < 0 ? longest.length : index
}

/**
 * Begins with the files that take longest, by what is known here, then as recorded: so no worker is left
 * alone at the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted(
      (testSpecification, other) => rank(testSpecification) - rank(other),
    )
  }
}
