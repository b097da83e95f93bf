import { Text, Title } from '@mantine/core';
import type { Equipment } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PlaceCosts } from '../costs/place-costs.tsx';
import { dayText } from './days.ts';
import { usePlaceTexts } from './texts/texts.ts';
import { WarrantyTag } from './warranty-tag.tsx';

/** What is known of a piece of equipment. */
export function EquipmentFacts({ equipment }: { equipment: Equipment }) {
  const messages = useMessages();
  const texts = usePlaceTexts();
  const { role } = useCurrentUser();
  const { id, manufacturer, model, serial, installed_on, warranty_until, notes, project_name } = equipment;
  const { unknown } = texts.equipment;
  return (
    <Panel aria-labelledby="facts">
      <Title order={2} id="facts">
        {texts.building.facts}
      </Title>
      <Facts orientation="vertical">
        <Fact name={texts.equipment.manufacturer}>{manufacturer || unknown}</Fact>
        <Fact name={texts.equipment.model}>{model || unknown}</Fact>
        <Fact name={texts.equipment.serial}>{serial || unknown}</Fact>
        <Fact name={texts.equipment.installedOn}>{installed_on ? dayText(installed_on) : unknown}</Fact>
        <Fact name={texts.equipment.warrantyUntil}>
          {warranty_until ? dayText(warranty_until) : unknown} <WarrantyTag until={warranty_until} />
        </Fact>
        <Fact name={messages.ticket.project}>{project_name}</Fact>
        {role !== 'worker' && <PlaceCosts kind="equipment" id={id} />}
        {notes && (
          <Fact name={texts.equipment.notes}>
            <Text inherit className="description">
              {notes}
            </Text>
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}
