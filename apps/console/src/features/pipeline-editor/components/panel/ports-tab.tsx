import type { Port } from '@acequia/component-sdk/definition';
import type { Link, PipelineNode } from '@acequia/pipeline';
import { classNames, Icon, IconButton, Select, toneClass } from '@acequia/ui';
import { useFormat } from '#lib/format/index.ts';
import { useTexts } from '#i18n/index.ts';
import type { Rate } from '../../model/node-rates.ts';
import { editorTexts } from '../../texts.ts';
import { useLinkRate, useLiveNode, useServices, useView } from '../editor-context.ts';
import { portTitle } from '../port-title.ts';

/** Ways in and out; links are made and taken away here without dragging. */
export function PortsTab({ node }: { readonly node: PipelineNode }) {
  const t = useTexts(editorTexts);
  const view = useView();
  const incoming = view.document.links.filter((link) => link.to.node === node.id);
  return (
    <div className="pe-panel-body">
      {node.kind !== 'label' && (
        <section>
          <h3 className="pe-panel-title">{t('portsIn')}</h3>
          {incoming.length === 0 && <p className="pe-quiet">{t('nothingIn')}</p>}
          <ul className="pe-port-links">
            {incoming.map((link) => (
              <LinkRow key={link.id} link={link} other={link.from.node} />
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3 className="pe-panel-title">{t('portsOut')}</h3>
        {view.ports(node.id).map((port) => (
          <PortBlock key={port.id} node={node} port={port} />
        ))}
      </section>
    </div>
  );
}

function PortBlock({ node, port }: { readonly node: PipelineNode; readonly port: Port }) {
  const t = useTexts(editorTexts);
  const { actions, readOnly } = useServices();
  const view = useView();
  const live = useLiveNode(node.id);
  const rate = useLinkRate(node, port.id);
  const links = view.document.links.filter((link) => link.from.node === node.id && link.from.port === port.id);
  const targets = view.document.nodes.flatMap((other) =>
    actions.linkFault({ node: node.id, port: port.id }, other.id) ? [] : [{ value: other.id, label: view.text(other.id).title }],
  );
  return (
    <div className="pe-port-block">
      <div className={classNames('pe-port-line', toneClass(port.kind === 'error' ? 'danger' : 'pipeline'))}>
        <span className="pe-port-dot" aria-hidden />
        <b>{portTitle(port, node, t)}</b>
        <PortRate rate={rate ?? (port.kind === 'error' && live ? { events: live.rejected, bytes: 0 } : undefined)} />
      </div>
      {links.length === 0 && (
        <p className="pe-quiet">
          {t('portUnlinked')} · {t(`portKind.${port.kind}`)}
        </p>
      )}
      <ul className="pe-port-links">
        {links.map((link) => (
          <LinkRow key={link.id} link={link} other={link.to.node} />
        ))}
      </ul>
      {!readOnly && (
        <Select
          size="sm"
          aria-label={`${t('addLink')} ${portTitle(port, node, t)}`}
          value={undefined}
          placeholder={targets.length > 0 ? t('addLink') : t('noTargets')}
          disabled={targets.length === 0}
          options={targets}
          onChange={(to) => actions.link({ node: node.id, port: port.id }, to)}
        />
      )}
    </div>
  );
}

function LinkRow({ link, other }: { readonly link: Link; readonly other: string }) {
  const t = useTexts(editorTexts);
  const { actions, readOnly } = useServices();
  const view = useView();
  const name = view.text(other).title;
  const from = view.node(link.from.node);
  return (
    <li>
      <Icon name={other === link.to.node ? 'arrow-down' : 'arrow-right'} size={12} />
      <button type="button" className="ui-link" onClick={() => actions.selectNode(other)}>
        {name}
      </button>
      {other === link.from.node && from && <span className="pe-quiet">{portTitle({ id: link.from.port }, from, t)}</span>}
      {!readOnly && <IconButton icon="x" size="sm" label={t('removeLink', { name })} onClick={() => actions.unlink([link.id])} />}
    </li>
  );
}

function PortRate({ rate }: { readonly rate: Rate | undefined }) {
  const t = useTexts(editorTexts);
  const format = useFormat();
  if (!rate) return null;
  const volume = format.bytes(rate.bytes);
  return (
    <span className="pe-port-rate ui-num" title={t('exactRate', { count: rate.events, bytes: `${volume.value} ${volume.unit}` })}>
      {format.compact(rate.events)} {t('eps')}
      {rate.bytes > 0 && ` · ${volume.value} ${volume.unit}/s`}
    </span>
  );
}
