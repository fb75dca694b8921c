import {stegaClean} from '@sanity/client/stega'
import type {EnquiryFormBlock} from '@/sanity/blocks/enquiryForm/projection'
import {type EnquiryWords, FieldFrame} from './FieldFrame'
import {enquiryIds} from './fields'

interface InterestSelectProps {
  products: EnquiryFormBlock['products']
  words: EnquiryWords
}

/**
 * Products and their modules to choose from. A value holds the document's id and the name as the visitor reads it; the
 * route finds the one that fits the page from which the visitor came.
 */
export function InterestSelect({products, words}: InterestSelectProps) {
  return (
    <FieldFrame name="interest" words={words}>
      <select id={enquiryIds.field('interest')} name="interest" aria-describedby={enquiryIds.problem('interest')}>
        <option value="">{words('interestNone')}</option>
        {stegaClean(products).map(({_id, code, name, route, modules}) => {
          const whole = words('wholeProduct', {code, name})
          return (
            <optgroup key={_id} label={code}>
              <option value={`${_id} ${whole}`} data-route={route}>
                {whole}
              </option>
              {modules.map((module) => (
                <option key={module._id} value={`${module._id} ${code} · ${module.name}`} data-route={module.route}>
                  {module.name}
                </option>
              ))}
            </optgroup>
          )
        })}
      </select>
    </FieldFrame>
  )
}
