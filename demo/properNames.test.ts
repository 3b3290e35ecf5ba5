import { expect, test } from 'vitest'
import { toCompanyName, toProperName, toProperStreet } from './properNames.ts'

test.each([
  ['TRENTON HGTS APTS', 'Trenton Heights Apartments'],
  ['BROOKVIEW SR APTS OF WRIGHT CITY', 'Brookview Senior Apartments of Wright City'],
  ['HILLCREST EST II', 'Hillcrest Estates II'],
  ['BROOKVIEW APTS OF WAYNESVILLE PH III', 'Brookview Apartments of Waynesville Phase III'],
  ['LEWIS CO AFFORDABLE HOUSING', 'Lewis County Affordable Housing'],
  ['MT VERNON APARTMENTS', 'Mount Vernon Apartments'],
  ['GREATER ST CLAIR HOMES', 'Greater St. Clair Homes'],
  ['CENTER ST APTS', 'Center Street Apartments'],
  ['STOCKTON ESTATES,LP', 'Stockton Estates LP'],
  ['EXCELSIOR SPRINGS PROPERTIES L P', 'Excelsior Springs Properties LP'],
  ['KNOB NOSTER SCH', 'Knob Noster Senior Citizens Housing'],
  ['PIN OAK GROVE I MACO MGMT. CO.', 'Pin Oak Grove I'],
  ["O'FALLON PLACE IA", "O'Fallon Place IA"],
  ['MCCRARY CIRCLE I', 'McCrary Circle I'],
  ["MICHAEL'S PLACE", "Michael's Place"],
  ['AHEPA 53 PHASE I APARTMENTS', 'AHEPA 53 Phase I Apartments'],
  ['12TH STREET APTS', '12th Street Apartments'],
  ['Villas of Autumn Bend, The', 'The Villas of Autumn Bend'],
  ['reStart Accessible Housing', 'reStart Accessible Housing'],
])('the property name %s becomes %s', (raw, expected) => {
  expect(toProperName(raw)).toBe(expected)
})

test.each([
  ['MACO MANAGEMENT CO INC', 'MACO Management Company Inc.'],
  ['BELMONT MANAGEMENT CO., INC', 'Belmont Management Company Inc.'],
  ['MC&W MANAGEMENT, LLC', 'MC&W Management LLC'],
  ['BENTON SENIOR CITIZENS HOUSING I', 'Benton Senior Citizens Housing Inc.'],
  ['NORTH EAST COMM ACTION CORP', 'North East Community Action Corporation'],
])('the company name %s becomes %s', (raw, expected) => {
  expect(toCompanyName(raw)).toBe(expected)
})

test.each([
  ['1912 EAST 13TH STREET', '1912 East 13th Street'],
  ['4442 W NORMAL ST', '4442 W Normal St'],
  ['917 NW SUMMIT DR', '917 NW Summit Dr'],
  ['PO BOX 560', 'PO Box 560'],
  ['18TH ST AND CARR ST', '18th St and Carr St'],
  ['8210 McKenzie Rd', '8210 McKenzie Rd'],
])('the address %s becomes %s', (raw, expected) => {
  expect(toProperStreet(raw)).toBe(expected)
})
